//! Requests made up from the description and then spoilt: the server refuses what it must, says why, and lives.

use crate::client::{Host, Keys, Pair, Reply, Socket, get, here, new_game, send};
use crate::description::{Checker, description};
use captain::Rng;
use serde_json::{Map, Value, json};

const REQUESTS: usize = 3000;
const MESSAGES: usize = 1500;

/// Makes up values for schemas.
struct Forger<'a> {
    rng: Rng,
    description: &'a Value,
    /// Words that mean something to the server.
    words: Vec<String>,
}

impl Forger<'_> {
    fn chance(&mut self, one_in: usize) -> bool {
        self.rng.below(one_in) == 0
    }

    fn word(&mut self) -> String {
        let odd = [
            "",
            "x",
            "\u{0}",
            "../..",
            "%",
            "\u{1F3F9}",
            "-1",
            "1e999",
            "null",
            "#",
            "a b",
        ];
        let at = self.rng.below(self.words.len() + odd.len());
        self.words
            .get(at)
            .cloned()
            .unwrap_or_else(|| odd[at - self.words.len()].into())
    }

    fn value(&mut self, schema: &Value) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.trim_start_matches("#/components/schemas/");
            return self.value(&self.description["components"]["schemas"][name].clone());
        }
        for kinds in ["oneOf", "anyOf", "allOf"] {
            if let Some(kinds) = schema[kinds].as_array() {
                let kind = kinds[self.rng.below(kinds.len())].clone();
                return self.value(&kind);
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            return values[self.rng.below(values.len())].clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds[self.rng.below(kinds.len())].clone(),
            kind => kind.clone(),
        };
        match kind.as_str().unwrap_or_default() {
            "object" => {
                let mut object = Map::new();
                for (key, schema) in schema["properties"].as_object().into_iter().flatten() {
                    object.insert(key.clone(), self.value(schema));
                }
                Value::Object(object)
            }
            "array" if schema["prefixItems"].is_array() => {
                let items = schema["prefixItems"].as_array().into_iter().flatten();
                items.map(|item| self.value(item)).collect()
            }
            "array" => {
                let count = schema["minItems"].as_u64().map_or(self.rng.below(4), |n| n as usize);
                (0..count).map(|_| self.value(&schema["items"])).collect()
            }
            "integer" | "number" => json!(self.rng.below(100)),
            "boolean" => json!(self.chance(2)),
            "string" => json!(self.word()),
            _ => Value::Null,
        }
    }

    /// Spoils something somewhere.
    fn spoil(&mut self, value: &mut Value) {
        match value {
            Value::Object(object) if !object.is_empty() && !self.chance(4) => {
                let keys: Vec<String> = object.keys().cloned().collect();
                let key = &keys[self.rng.below(keys.len())];
                match self.rng.below(4) {
                    0 => drop(object.remove(key)),
                    1 => drop(object.insert(self.word(), json!(1))),
                    _ => self.spoil(object.get_mut(key).unwrap()),
                }
            }
            Value::Array(array) if !array.is_empty() && !self.chance(4) => {
                let at = self.rng.below(array.len());
                match self.rng.below(4) {
                    0 => drop(array.remove(at)),
                    1 => array.push(array[at].clone()),
                    _ => self.spoil(&mut array[at]),
                }
            }
            _ => {
                let mut deep = json!([]);
                for _ in 0..200 {
                    deep = json!([deep]);
                }
                let odd = [
                    json!(null),
                    json!(-1),
                    json!(u64::MAX),
                    json!(1.5),
                    json!("x".repeat(5000)),
                    json!({}),
                    json!(true),
                    json!(self.word()),
                    deep,
                ];
                *value = odd[self.rng.below(odd.len())].clone();
            }
        }
    }

    fn body(&mut self, schema: &Value) -> Vec<u8> {
        let mut value = self.value(schema);
        for _ in 0..self.rng.below(3) {
            self.spoil(&mut value);
        }
        let mut bytes = value.to_string().into_bytes();
        if self.chance(8) && !bytes.is_empty() {
            let at = self.rng.below(bytes.len());
            bytes[at] = self.rng.below(256) as u8;
        }
        if self.chance(20) {
            bytes.truncate(self.rng.below(bytes.len() + 1));
        }
        bytes
    }

    /// A word as it can stand in an address.
    fn escaped(&mut self) -> String {
        let word = self.word();
        let escape = |b: u8| match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(b).to_string(),
            b => format!("%{b:02x}"),
        };
        word.bytes().map(escape).collect()
    }
}

fn check(reply: &Reply, what: &str) {
    assert!(
        reply.status < 500,
        "{what}: {} {}",
        reply.head,
        String::from_utf8_lossy(&reply.body)
    );
    if reply.status >= 400 {
        let body = reply.json();
        let error = body["error"].as_object().unwrap_or_else(|| panic!("{what}: {body}"));
        assert_eq!(body.as_object().unwrap().len(), 1);
        assert!(
            error["code"].is_string() && error["cite"].is_string() && error["why"].is_string(),
            "{what}: {body}"
        );
    }
}

async fn begin(description: &Value, seed: u64) -> (Host, Keys, Forger<'_>) {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let mut pair = Pair::connect(host.addr(), &keys, seed).await;
    for _ in 0..30 {
        pair.step().await.unwrap();
    }
    let mut words = pair.seats.iter().flat_map(Socket::choices).take(20).collect::<Vec<_>>();
    words.extend([
        keys.game.clone(),
        keys.seats[0].clone(),
        keys.watch.clone(),
        format!("{}#{}", keys.game, keys.watch),
        "edward/bannockburn".into(),
        "edward".into(),
        "greedy".into(),
        "uphill".into(),
        "flat_two".into(),
        "scots-cav-1".into(),
        "1918".into(),
    ]);
    let forger = Forger {
        rng: Rng::new(seed),
        description,
        words,
    };
    (host, keys, forger)
}

#[tokio::test]
async fn requests_made_up_and_spoilt() {
    let description = description();
    let (host, keys, mut forger) = begin(&description, 31).await;
    let addr = host.addr();
    let paths = description["paths"].as_object().unwrap();
    let operations: Vec<(&String, &String, &Value)> = paths
        .iter()
        .flat_map(|(path, methods)| methods.as_object().unwrap().iter().map(move |(m, o)| (path, m, o)))
        .collect();
    let mut checker = Checker::new();
    let mut accepted = 0;
    for _ in 0..REQUESTS {
        let (path, method, operation) = operations[forger.rng.below(operations.len())];
        let mut target = path.clone();
        let mut query = Vec::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let value = match (name, forger.chance(6)) {
                ("id", false) => keys.game.clone(),
                ("system", false) => "edward".into(),
                ("at" | "from", false) => forger.rng.below(40).to_string(),
                _ => forger.escaped(),
            };
            if parameter["in"] == "path" {
                // An empty part makes another path.
                let value = if value.is_empty() { "x".into() } else { value };
                target = target.replace(&format!("{{{name}}}"), &value);
            } else if !forger.chance(3) {
                query.push(format!("{name}={value}"));
            }
        }
        if !query.is_empty() {
            target = format!("{target}?{}", query.join("&"));
        }
        let token = match forger.rng.below(8) {
            0 => forger.escaped(),
            1 => keys.watch.clone(),
            2 => keys.seats[1].clone(),
            _ => keys.seats[0].clone(),
        };
        let mut head = format!("{} {target} HTTP/1.1\r\nhost: {addr}", method.to_uppercase());
        if !forger.chance(20) {
            head += &format!("\r\nauthorization: Bearer {token}");
        }
        if !forger.chance(20) {
            head += "\r\ncontent-type: application/json";
        }
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let body = if schema.is_null() {
            Vec::new()
        } else {
            forger.body(schema)
        };
        let reply = send(addr, &head, &body).await;
        let what = format!("{method} {target} {}", String::from_utf8_lossy(&body));
        check(&reply, &what);
        let wrong = checker.faults(method, path, &reply);
        assert!(wrong.is_empty(), "{what}: {wrong:?}");
        accepted += usize::from(reply.status == 200);
    }
    // Neither everything nor nothing was nonsense.
    assert!((REQUESTS / 5..REQUESTS).contains(&accepted), "{accepted} were accepted");
    get(addr, "/api/health", "").await.ok();
}

#[tokio::test]
async fn messages_made_up_and_spoilt() {
    let description = description();
    let (host, keys, mut forger) = begin(&description, 32).await;
    let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let mut answers = 0;
    for n in 0..MESSAGES {
        let version = if forger.chance(4) { n as u64 } else { socket.version() };
        let (a, b) = (forger.word(), forger.word());
        let mut request = match forger.rng.below(8) {
            0 => json!({"ref": n, "do": "choose", "version": version, "choice": a}),
            1 => json!({"ref": n, "do": "plan", "version": version, "choices": [a, b]}),
            2 => json!({"ref": n, "do": "undo", "version": version}),
            3 => json!({"ref": n, "do": "odds", "choice": a}),
            4 => json!({"ref": n, "do": "destinations", "piece": a}),
            5 => json!({"ref": n, "do": "why_not", "piece": a, "there": b}),
            6 => json!({"ref": n, "do": "drag", "piece": a, "to": {"x": n, "y": n, "angle": n}}),
            _ => json!({"ref": n, "do": "pace", "ms": n}),
        };
        if forger.chance(3) {
            forger.spoil(&mut request);
        }
        socket.send(&request.to_string()).await;
        let message = loop {
            let message = socket.next().await.unwrap_or_else(|| panic!("closed after {request}"));
            if message["type"] == "answer" {
                break message;
            }
        };
        if let Some(error) = message.get("error") {
            assert_ne!(error["code"], "Broken", "{request}");
            assert!(error["why"].is_string());
        }
        answers += 1;
    }
    assert_eq!(answers, MESSAGES);
    get(host.addr(), &keys.path("/record"), &keys.watch).await.ok();
}
