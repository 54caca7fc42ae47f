//! slotmap 1.0 as a handle map: `driver slot`, `driver dense` or `driver hop` chooses which of its three maps.

#[path = "../common/behaviour.rs"]
mod behaviour;
#[allow(dead_code)]
#[path = "../../rust/driver/json.rs"]
mod json;

use behaviour::{drive, integer, Container, Outcome};
use json::Json;
use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, Key, KeyData, SlotMap};

/// A key as an integer, and back.
fn token(key: DefaultKey) -> Json {
    key.data().as_ffi().into()
}

fn key(arguments: &[Json]) -> DefaultKey {
    KeyData::from_ffi(integer(arguments, 0) as u64).into()
}

/// The three maps have the same methods and no trait in common.
macro_rules! container {
    ($map:ident) => {
        impl Container for $map<DefaultKey, i128> {
            fn call(&mut self, operation: &str, arguments: &[Json]) -> Outcome {
                Ok(match operation {
                    "insert" => token(self.insert(integer(arguments, 0))),
                    "erase" => self.remove(key(arguments)).is_some().into(),
                    "get" => Json::Int(*self.get(key(arguments)).ok_or("stale_handle")?),
                    "assign" => {
                        *self.get_mut(key(arguments)).ok_or("stale_handle")? = integer(arguments, 1);
                        Json::Null
                    }
                    "is_valid" => self.contains_key(key(arguments)).into(),
                    "values" => Json::List(self.values().map(|value| Json::Int(*value)).collect()),
                    "items" => Json::list(self.iter().map(|(key, value)| (token(key), Json::Int(*value)))),
                    "clear" => {
                        self.clear();
                        Json::Null
                    }
                    "size" => self.len().into(),
                    _ => panic!("no operation {operation}"),
                })
            }
        }
    };
}

container!(SlotMap);
container!(DenseSlotMap);
container!(HopSlotMap);

fn main() -> std::io::Result<()> {
    let map = std::env::args().nth(1).unwrap_or_else(|| "slot".to_owned());
    let order = if map == "dense" { "swap_last" } else { "any" };
    let hello = format!(
        r#"{{"t":"hello","protocol":1,"port":{{"name":"slotmap {map}","version":"1.0","language":"rust"}},
        "containers":[{{"kind":"handle_map","spec":"1.0","level":"behaviour",
        "widths":{{"index_bits":[32],"generation_bits":[31]}},
        "policies":{{"generation":"wrap","free_order":"lifo","dense_order":"{order}","refusal":"any"}},
        "operations":["insert","erase","get","assign","is_valid","values","items","clear","size"]}}]}}"#
    );
    drive(&hello, |_| -> Box<dyn Container> {
        match map.as_str() {
            "dense" => Box::new(DenseSlotMap::<DefaultKey, i128>::new()),
            "hop" => Box::new(HopSlotMap::<DefaultKey, i128>::new()),
            _ => Box::new(SlotMap::<DefaultKey, i128>::new()),
        }
    })
}
