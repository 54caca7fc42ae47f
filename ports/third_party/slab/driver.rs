//! slab 0.4 as a handle map: keys carry no generation, and the key freed last is handed out first.

#[path = "../common/behaviour.rs"]
mod behaviour;
#[allow(dead_code)]
#[path = "../../rust/driver/json.rs"]
mod json;

use behaviour::{drive, integer, Container, Outcome};
use json::Json;
use slab::Slab;

const HELLO: &str = r#"{"t":"hello","protocol":1,"port":{"name":"slab","version":"0.4","language":"rust"},
"containers":[{"kind":"handle_map","spec":"1.0","level":"behaviour",
"widths":{"index_bits":{"min":8,"max":32},"generation_bits":{"min":8,"max":32}},
"policies":{"generation":"none","free_order":"lifo","dense_order":"any","refusal":"any"},
"operations":["insert","erase","get","assign","is_valid","values","items","clear","size"]}]}"#;

struct Map(Slab<i128>);

impl Container for Map {
    fn call(&mut self, operation: &str, arguments: &[Json]) -> Outcome {
        let map = &mut self.0;
        let key = integer(arguments, 0) as usize;
        Ok(match operation {
            "insert" => map.insert(integer(arguments, 0)).into(),
            "erase" => map.try_remove(key).is_some().into(),
            "get" => Json::Int(*map.get(key).ok_or("stale_handle")?),
            "assign" => {
                *map.get_mut(key).ok_or("stale_handle")? = integer(arguments, 1);
                Json::Null
            }
            "is_valid" => map.contains(key).into(),
            "values" => Json::List(map.iter().map(|(_, value)| Json::Int(*value)).collect()),
            "items" => Json::list(map.iter().map(|(key, value)| (key, Json::Int(*value)))),
            "clear" => {
                map.clear();
                Json::Null
            }
            "size" => map.len().into(),
            _ => panic!("no operation {operation}"),
        })
    }
}

fn main() -> std::io::Result<()> {
    drive(HELLO, |_| Box::new(Map(Slab::new())))
}
