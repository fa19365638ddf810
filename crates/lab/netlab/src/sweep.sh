# Removes what a laboratory has made: its processes, namespaces and files. $1: its identity.
# Processes are those in its namespaces and those that were started with its mark.
id=$1
dir=/run/ferry-lab
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    found=
    for file in $(grep -lzxF "FERRY_NETLAB=$id" /proc/[0-9]*/environ 2>/dev/null); do
        pid=${file#/proc/}
        kill -9 "${pid%/environ}" 2>/dev/null && found=1
    done
    for space in /run/netns/ferry-lab-"$id"-*; do
        [ -e "$space" ] || continue
        for pid in $(ip netns pids "${space##*/}" 2>/dev/null); do
            kill -9 "$pid" 2>/dev/null && found=1
        done
    done
    [ "$found" ] || break
    sleep 0.05
done
for space in /run/netns/ferry-lab-"$id"-*; do
    [ -e "$space" ] && ip netns del "${space##*/}" 2>/dev/null
done
rm -rf "$dir/$id"
rm -f "$dir/$id.lock"
