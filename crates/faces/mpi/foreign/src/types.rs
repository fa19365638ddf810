//! The types of a front end's functions, by the names that the standard front end has for its own.

/// Declares them, of its `Abi`, its handles, its handle of files and its status.
#[macro_export]
macro_rules! types {
    ($face:ident, $handle:ident, $file:ty, $status:ty) => {
        pub use ferry_abi::callback::{
            GrequestCancelFunction, GrequestFreeFunction, ToolEventDroppedFunction,
            ToolEventFreeFunction, ToolEventFunction,
        };

        $crate::types! {
            CommHandle = $handle<ferry_mpi::handle::kind::Comm>;
            GroupHandle = $handle<ferry_mpi::handle::kind::Group>;
            DatatypeHandle = $handle<ferry_mpi::handle::kind::Datatype>;
            OpHandle = $handle<ferry_mpi::handle::kind::Op>;
            RequestHandle = $handle<ferry_mpi::handle::kind::Request>;
            MessageHandle = $handle<ferry_mpi::handle::kind::Message>;
            InfoHandle = $handle<ferry_mpi::handle::kind::Info>;
            ErrhandlerHandle = $handle<ferry_mpi::handle::kind::Errhandler>;
            WinHandle = $handle<ferry_mpi::handle::kind::Win>;
            FileHandle = $file;
            SessionHandle = $handle<ferry_mpi::handle::kind::Session>;
            Status = $status;
            UserFunction = $crate::callback::UserFunction<$face>;
            UserFunctionLarge = $crate::callback::UserFunctionLarge<$face>;
            CommCopyFunction = $crate::callback::AttributeCopy<CommHandle>;
            CommDeleteFunction = $crate::callback::AttributeDelete<CommHandle>;
            TypeCopyFunction = $crate::callback::AttributeCopy<DatatypeHandle>;
            TypeDeleteFunction = $crate::callback::AttributeDelete<DatatypeHandle>;
            WinCopyFunction = $crate::callback::AttributeCopy<WinHandle>;
            WinDeleteFunction = $crate::callback::AttributeDelete<WinHandle>;
            CommErrhandlerFunction = $crate::callback::ErrorFunction<CommHandle>;
            WinErrhandlerFunction = $crate::callback::ErrorFunction<WinHandle>;
            FileErrhandlerFunction = $crate::callback::ErrorFunction<FileHandle>;
            SessionErrhandlerFunction = $crate::callback::ErrorFunction<SessionHandle>;
            GrequestQueryFunction = $crate::callback::GrequestQuery<$face>;
            DatarepExtentFunction = $crate::callback::DatarepExtent<$face>;
            DatarepConversionFunction = $crate::callback::DatarepConversion<$face, core::ffi::c_int>;
            DatarepConversionFunctionLarge = $crate::callback::DatarepConversion<$face, i64>;
        }
    };
    ($($name:ident = $type:ty;)*) => { $(
        #[doc = concat!("As the standard's `", stringify!($name), "`.")]
        pub type $name = $type;
    )* };
}
