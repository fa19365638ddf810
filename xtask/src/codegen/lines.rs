//! Lists that are longer than a line.

/// `head`, the items with commas between, and `end`, in lines of at most `width` columns. A line that goes on
/// ends with `more`, the next one is indented.
pub(super) fn list<T: AsRef<str>>(
    head: &str,
    items: &[T],
    end: &str,
    more: &str,
    width: usize,
) -> String {
    let indent = head.len() - head.trim_start().len() + 4;
    let mut text = head.to_owned();
    let mut column = text.len();
    for (index, item) in items.iter().map(AsRef::as_ref).enumerate() {
        let is_last = index == items.len() - 1;
        let behind = if is_last { end } else { "," };
        let room = item.len() + behind.len() + if is_last { 0 } else { more.len() };
        if index > 0 && column + 1 + room > width {
            text += &format!("{more}\n{:indent$}", "");
            column = indent;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(item);
        text.push_str(behind);
        column += item.len() + behind.len();
    }
    if items.is_empty() {
        text.push_str(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_on_in_the_next_line() {
        assert_eq!(list("f(", &["a", "b"], ");", "", 10), "f(a, b);");
        assert_eq!(list("f(", &["a", "b"], ");", "", 7), "f(a,\n    b);");
        assert_eq!(list("  f(", &["a", "b"], ")", " &", 8), "  f(a, &\n      b)");
        assert_eq!(list::<&str>("f(", &[], ")", " &", 1), "f()");
    }
}
