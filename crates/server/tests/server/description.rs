//! The description at `/api/openapi.json` is what the server does.

use crate::client::{Host, Keys, Pair, Reply, get, here, new_game, post, send};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

pub fn description() -> Value {
    serde_json::from_str(server::description()).unwrap()
}

/// Checks answers by the description.
pub struct Checker {
    description: Value,
    validators: HashMap<String, Validator>,
}

impl Checker {
    pub fn new() -> Checker {
        Checker {
            description: description(),
            validators: HashMap::new(),
        }
    }

    /// What is wrong with an answer.
    pub fn faults(&mut self, method: &str, path: &str, reply: &Reply) -> Vec<String> {
        let responses = &self.description["paths"][path][method]["responses"];
        let (status, class) = (reply.status.to_string(), format!("{}XX", reply.status / 100));
        let Some(status) = [status, class].into_iter().find(|s| responses.get(s).is_some()) else {
            return vec![format!("status {} is not described", reply.status)];
        };
        let schema = &responses[&status]["content"]["application/json"]["schema"];
        let validator = self.validators.entry(format!("{method} {path} {status}"));
        let validator = validator.or_insert_with(|| validator_of(&self.description, schema));
        let body = reply.json();
        validator
            .iter_errors(&body)
            .map(|fault| fault.to_string())
            .take(3)
            .collect()
    }
}

fn validator_of(description: &Value, schema: &Value) -> Validator {
    let schema = json!({"allOf": [schema], "components": description["components"]});
    jsonschema::validator_for(&schema).unwrap()
}

#[tokio::test]
async fn every_route_is_described_and_no_other() {
    let host = Host::start().await;
    assert_eq!(get(host.addr(), "/api/openapi.json", "").await.ok(), description());
    let description = description();
    let described: BTreeSet<&str> = description["paths"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(described, server::paths().into_iter().collect());
    for path in described {
        let there = path.replace("{id}", "000000000000").replace("{system}", "edward");
        for method in ["get", "post", "put", "delete", "patch"] {
            let head = format!("{} {there} HTTP/1.1\r\nhost: localhost", method.to_uppercase());
            let reply = send(host.addr(), &head, b"").await;
            let known = description["paths"][path].get(method).is_some();
            assert_eq!(reply.status != 405, known, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn answers_are_as_described() {
    let host = Host::start().await;
    let addr = host.addr();
    let description = description();
    let keys = new_game(addr, here()).await;
    let mut pair = Pair::connect(addr, &keys, 21).await;
    // Far enough for every kind of event, a random player being what it is.
    for _ in 0..600 {
        if pair.step().await.is_err() {
            break;
        }
    }
    let mut checker = Checker::new();
    let mut check = |method: &str, path: &str, reply: Reply| {
        let faults = checker.faults(method, path, &reply);
        assert!(faults.is_empty(), "{method} {path}: {faults:?}");
        reply
    };
    for path in ["/api/health", "/api/shelf", "/api/openapi.json"] {
        check("get", path, get(addr, path, "").await);
    }
    check("get", "/api/rules/{system}", get(addr, "/api/rules/edward", "").await);
    check("get", "/api/rules/{system}", get(addr, "/api/rules/chess", "").await);
    check(
        "get",
        "/api/armies/{system}",
        get(addr, "/api/armies/elements", "").await,
    );
    check("get", "/api/armies/{system}", get(addr, "/api/armies/edward", "").await);
    for rest in ["", "/board", "/scene", "/story", "/record", "/live"] {
        let path = format!("/api/games/{{id}}{rest}");
        check("get", &path, get(addr, &keys.path(rest), &keys.watch).await);
        check("get", &path, get(addr, &keys.path(rest), "x").await);
    }
    let new = json!({"scenario": "edward/bannockburn", "seats": here()});
    check("post", "/api/games", post(addr, "/api/games", "", &new).await);
    check("post", "/api/games", post(addr, "/api/games", "", &json!({})).await);
    let list = json!({"tokens": [format!("{}#{}", keys.game, keys.watch)]});
    check(
        "post",
        "/api/games/list",
        post(addr, "/api/games/list", "", &list).await,
    );
    let branch = json!({"at": 300, "seats": here()});
    let branched = post(addr, &keys.path("/branch"), &keys.seats[0], &branch).await;
    check("post", "/api/games/{id}/branch", branched);
    let next = post(addr, &keys.path("/next"), &keys.seats[0], &json!({"seats": here()})).await;
    check("post", "/api/games/{id}/next", next);
    let again = post(addr, &keys.path("/again"), &keys.seats[0], &json!({"seats": here()})).await;
    check("post", "/api/games/{id}/again", again);
    let friend = json!({"scenario": "edward/bannockburn", "seats": [{"kind": "here"}, {"kind": "friend"}]});
    let opened = check("post", "/api/games", post(addr, "/api/games", "", &friend).await).ok();
    let path = |rest: &str| format!("/api/games/{}{rest}", opened["game"].as_str().unwrap());
    let mine = opened["seats"][0].as_str().unwrap();
    let join = json!({"invitation": opened["invitations"][1], "token": "A".repeat(22)});
    let recover = json!({"recovery": opened["recoveries"][0], "token": mine});
    for token in [mine, "x"] {
        let secret = |body: &Value| {
            if token == mine {
                body.clone()
            } else {
                json!({"token": "A".repeat(22)})
            }
        };
        for (rest, body) in [
            ("/join", secret(&join)),
            ("/recover", secret(&recover)),
            ("/invite", json!({})),
            ("/recovery", json!({})),
        ] {
            check(
                "post",
                &format!("/api/games/{{id}}{rest}"),
                post(addr, &path(rest), token, &body).await,
            );
        }
    }
    let mut seat = pair.seats;
    let side = seat[0].to_act();
    if let Some(side) = side {
        let version = seat[0].version().max(seat[1].version());
        seat[side].until(version).await;
        seat[side].choose("resign").await;
    }
    let record = get(addr, &keys.path("/record"), &keys.watch).await;
    let record = check("get", "/api/games/{id}/record", record).ok();
    let review = get(addr, &keys.path("/review?side=one"), &keys.watch).await;
    check("get", "/api/games/{id}/review", review).ok();
    let open = post(addr, "/api/games/open", "", &json!({"record": record, "seats": here()})).await;
    let opened = Keys::read(&check("post", "/api/games/open", open).ok());
    assert_eq!(opened.commitment, keys.commitment);
    // Requests that were accepted are as described, too.
    let described = &description["paths"]["/api/games/open"]["post"]["requestBody"];
    let validator = validator_of(&description, &described["content"]["application/json"]["schema"]);
    assert!(validator.is_valid(&json!({"record": record, "seats": here()})));
    assert!(!validator.is_valid(&json!({"record": record, "seats": [{"kind": "ghost"}, {"kind": "here"}]})));
}
