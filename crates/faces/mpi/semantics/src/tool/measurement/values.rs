//! The values of handles: what the layers have counted while they ran.

use super::{Measured, VariableName};
use crate::process;
use crate::tool::performance::VariableClass;
use crate::tool::quantity::{Figure, last_of};
use crate::tool::state::{ToolLife, Tools};
use ferry_wire::PeerId;

impl Tools {
    pub(super) fn class_of(&self, handle: VariableName) -> VariableClass {
        let variable = self.handles.get(handle).map_or(0, |handle| handle.variable);
        self.variables[variable].class
    }

    /// What the layers say now of a handle's elements; what they said last of a process that has ended.
    fn figures(&self, variable: usize, peers: &[PeerId]) -> Vec<Figure> {
        let known = &self.variables[variable];
        let is_there = self.life != ToolLife::Ended;
        process::peek(|process| match process.filter(|_| is_there) {
            Some(process) => peers
                .iter()
                .map(|peer| known.quantity.figure(process, *peer, &self.methods, known.kind()))
                .collect(),
            None => peers.iter().map(|peer| last_of(self, variable, peer.0 as usize)).collect(),
        })
    }

    /// Tells all running handles of a watermark how high it stood since the layer was asked last, and gives how
    /// high it stands.
    fn harvest(&mut self, variable: usize) -> Figure {
        let here = [PeerId(0)];
        let most = self.figures(variable, &here)[0];
        let names: Vec<VariableName> = self.handles.made().map(|(name, _)| name).collect();
        for name in names {
            let handle = self.handles.get_mut(name);
            if let Some(handle) = handle.filter(|h| h.variable == variable && h.is_running) {
                handle.elements.iter_mut().for_each(|one| one.sum = one.sum.most(most));
            }
        }
        self.figures(variable, &here)[0]
    }

    /// The process has ended: what running handles have counted is as the layers said last, from which they go on should
    /// the process begin anew, whose layers count from nothing.
    pub(in crate::tool) fn settle(&mut self) {
        let names: Vec<VariableName> = self.handles.made().map(|(name, _)| name).collect();
        for name in names {
            if self.class_of(name).is_cumulative() {
                self.note_values(name);
            }
        }
    }

    /// A process has started, whose layers count from nothing.
    pub(in crate::tool) fn count_anew(&mut self) {
        let names: Vec<VariableName> = self.handles.made().map(|(name, _)| name).collect();
        for name in names {
            let is_cumulative = self.class_of(name).is_cumulative();
            if let Some(handle) = self.handles.get_mut(name).filter(|_| is_cumulative) {
                let zero = Figure::zero(self.variables[handle.variable].element);
                handle.elements.iter_mut().for_each(|one| one.base = zero);
            }
        }
    }

    /// Takes what has come to a handle's elements since the last look into their values. A layer that has begun anew
    /// meanwhile, with another connection, adds what comes from now on.
    fn note_values(&mut self, name: VariableName) {
        let Some(handle) = self.handles.get(name) else { return };
        let (variable, is_running) = (handle.variable, handle.is_running);
        let now = self.figures(variable, &handle.peers);
        let Some(handle) = self.handles.get_mut(name).filter(|_| is_running) else { return };
        for (one, now) in handle.elements.iter_mut().zip(now) {
            *one = Measured { sum: one.sum.plus(now, one.base), base: now };
        }
    }

    /// The values of a handle's elements, up to now.
    pub(super) fn values(&mut self, name: VariableName) -> Vec<Figure> {
        let class = self.class_of(name);
        let Some(handle) = self.handles.get(name) else { return Vec::new() };
        let variable = handle.variable;
        match class {
            VariableClass::HighWatermark => drop(self.harvest(variable)),
            _ if class.is_cumulative() => self.note_values(name),
            _ => return self.figures(variable, &handle.peers),
        }
        let handle = self.handles.get(name);
        handle.map_or(Vec::new(), |handle| handle.elements.iter().map(|one| one.sum).collect())
    }

    /// From now on a handle's elements have these values; `None`: those that they start with.
    pub(super) fn set_values(&mut self, name: VariableName, values: Option<Vec<Figure>>) {
        let class = self.class_of(name);
        let Some(handle) = self.handles.get(name) else { return };
        let (variable, peers) = (handle.variable, handle.peers.clone());
        let element = self.variables[variable].element;
        let (now, start) = match class {
            VariableClass::HighWatermark => {
                let now = vec![self.harvest(variable)];
                (now.clone(), now)
            }
            _ => {
                let now = self.figures(variable, &peers);
                let start = vec![Figure::zero(element); now.len()];
                (now, start)
            }
        };
        let sums = values.unwrap_or(start);
        if let Some(handle) = self.handles.get_mut(name) {
            let elements = sums.into_iter().zip(now);
            handle.elements = elements.map(|(sum, base)| Measured { sum, base }).collect();
        }
    }

    /// Starts or stops a handle; one that is so already stays so.
    pub(super) fn run(&mut self, name: VariableName, is_to_run: bool) {
        let Some(handle) = self.handles.get(name).filter(|h| h.is_running != is_to_run) else {
            return;
        };
        let variable = handle.variable;
        let mut values = self.values(name);
        if is_to_run && self.class_of(name) == VariableClass::HighWatermark {
            let now = self.harvest(variable);
            values.iter_mut().for_each(|value| *value = value.most(now));
        }
        self.set_values(name, Some(values));
        if let Some(handle) = self.handles.get_mut(name) {
            handle.is_running = is_to_run;
        }
    }

    /// The values of a handle's elements, which start anew with the same look at the layers.
    pub(super) fn take_values(&mut self, name: VariableName) -> Vec<Figure> {
        let class = self.class_of(name);
        let Some(handle) = self.handles.get(name) else { return Vec::new() };
        let (variable, is_running, peers) =
            (handle.variable, handle.is_running, handle.peers.clone());
        let is_mark = class == VariableClass::HighWatermark;
        let now = match is_mark {
            true => vec![self.harvest(variable)],
            false => self.figures(variable, &peers),
        };
        let zero = Figure::zero(self.variables[variable].element);
        let Some(handle) = self.handles.get_mut(name) else { return Vec::new() };
        let elements = handle.elements.iter_mut().zip(now);
        let take = |(one, now): (&mut Measured, Figure)| {
            let value = if is_running && !is_mark { one.sum.plus(now, one.base) } else { one.sum };
            *one = Measured { sum: if is_mark { now } else { zero }, base: now };
            value
        };
        elements.map(take).collect()
    }
}
