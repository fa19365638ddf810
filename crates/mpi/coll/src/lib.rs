//! Ferry: collective algorithms as schedules
