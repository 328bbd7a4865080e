//! Routes.
use std::collections::{HashMap, BTreeMap as Tree};
use std::fmt::{self, Display};
use super::*;
pub use crate::error::Error;
extern crate serde;

mod inner;

/// The most.
pub const MAX_DEPTH: usize = 8;
static mut COUNT: u32 = 0;

pub type Result<T> = std::result::Result<T, Error>;

#[macro_export]
macro_rules! route {
    ($path:expr) => { Route::new($path) };
}

/// A route.
#[derive(Debug, Clone)]
pub struct Route<'a, T: Display = String> {
    pub path: &'a str,
    handlers: HashMap<String, Box<dyn Handler<T>>>,
}

struct Wrapper(pub u32, String);

struct Unit;

union Bits {
    int: u32,
    float: f32,
}

pub enum Verb {
    Get,
    Post(String),
    Custom { name: String, code: u16 },
}

pub trait Handler<T>: Display + Send {
    type Output;
    const NAME: &'static str;
    fn handle(&self, input: T) -> Self::Output;
    fn name(&self) -> String {
        String::from(Self::NAME)
    }
}

impl<'a, T: Display> Route<'a, T> {
    pub const EMPTY: &'static str = "";

    /// Makes one.
    pub fn new(path: &'a str) -> Self {
        let handlers = HashMap::new();
        Route { path, handlers }
    }

    async fn run(&mut self, (left, right): (u8, u8)) -> Result<()> {
        if let Some(handler) = self.handlers.get("x") {
            println!("{}", self.path);
        }
        for (key, value) in &self.handlers {
            match value {
                other if key.len() > MAX_DEPTH => self.path = "y",
                Verb::Post(body) => drop(body),
                _ => {}
            }
        }
        let add = |a: u8, b| a + b;
        add(left, right);
        helper::<T>(1)?;
        Ok(())
    }
}

impl<T> fmt::Display for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

mod tests {
    use super::Route as R;

    #[test]
    fn works() {
        const LOCAL: u8 = 1;
        fn nested() {}
        assert_eq!(nested(), ());
    }
}

fn helper<T>(x: u32) -> Result<u32> where T: Clone {
    Ok(x)
}

extern "C" {
    fn abs(input: i32) -> i32;
}
