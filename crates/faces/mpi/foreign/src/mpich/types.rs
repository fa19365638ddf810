//! The types of MPICH's functions, by the names that the standard front end has for its own.

use core::ffi::c_int;

use ferry_mpi::handle::kind;

use super::{FileAddress, IntHandle, IntStatus, Mpich};
use crate::callback;

pub use ferry_abi::callback::{
    GrequestCancelFunction, GrequestFreeFunction, ToolEventDroppedFunction, ToolEventFreeFunction,
    ToolEventFunction,
};

macro_rules! names {
    ($($name:ident = $type:ty;)*) => { $(
        #[doc = concat!("As the standard's `", stringify!($name), "`.")]
        pub type $name = $type;
    )* };
}

names! {
    CommHandle = IntHandle<kind::Comm>;
    GroupHandle = IntHandle<kind::Group>;
    DatatypeHandle = IntHandle<kind::Datatype>;
    OpHandle = IntHandle<kind::Op>;
    RequestHandle = IntHandle<kind::Request>;
    MessageHandle = IntHandle<kind::Message>;
    InfoHandle = IntHandle<kind::Info>;
    ErrhandlerHandle = IntHandle<kind::Errhandler>;
    WinHandle = IntHandle<kind::Win>;
    FileHandle = FileAddress;
    SessionHandle = IntHandle<kind::Session>;
    Status = IntStatus;
    UserFunction = callback::UserFunction<Mpich>;
    UserFunctionLarge = callback::UserFunctionLarge<Mpich>;
    CommCopyFunction = callback::AttributeCopy<CommHandle>;
    CommDeleteFunction = callback::AttributeDelete<CommHandle>;
    TypeCopyFunction = callback::AttributeCopy<DatatypeHandle>;
    TypeDeleteFunction = callback::AttributeDelete<DatatypeHandle>;
    WinCopyFunction = callback::AttributeCopy<WinHandle>;
    WinDeleteFunction = callback::AttributeDelete<WinHandle>;
    CommErrhandlerFunction = callback::ErrorFunction<CommHandle>;
    WinErrhandlerFunction = callback::ErrorFunction<WinHandle>;
    FileErrhandlerFunction = callback::ErrorFunction<FileHandle>;
    SessionErrhandlerFunction = callback::ErrorFunction<SessionHandle>;
    GrequestQueryFunction = callback::GrequestQuery<Mpich>;
    DatarepExtentFunction = callback::DatarepExtent<Mpich>;
    DatarepConversionFunction = callback::DatarepConversion<Mpich, c_int>;
    DatarepConversionFunctionLarge = callback::DatarepConversion<Mpich, i64>;
}
