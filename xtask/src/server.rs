//! The local web server: the page and `www/`, for the bench also `bench/`, nothing else of the checkout, on this machine
//! only.

use crate::error::{Error, Result};
use crate::site::{self, PAGES};
use crate::versions;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::thread;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// The port of `serve`, if it is free.
const DEFAULT_PORT: u16 = 8000;

/// Sent with every answer. The first two isolate the page, which gives it a finer clock and shared memory.
const HEADERS: [(&str, &str); 5] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    // Files change while they are being worked on: browsers ask each time, and the ETag answers.
    ("cache-control", "no-cache"),
    ("x-content-type-options", "nosniff"),
];

/// The suffix of files with messages, and their type, which is not generally known.
const MESSAGES: (&str, &str) = (".ftl", "text/plain; charset=utf-8");

/// The documents of the sandbox and of notebooks, and their headers. They have an opaque origin, even when they are opened outside
/// a sandboxed frame, so they never share the origin of the page that shows them.
const FRAMES: [&str; 2] = ["www/sandbox/frame.html", "www/python/frame.html"];
const FRAME_HEADERS: [(&str, &str); 2] =
    [("cross-origin-resource-policy", "cross-origin"), ("content-security-policy", "sandbox allow-scripts")];

/// The address of a built site's service worker. A worker that this origin once served would go on serving its cache. When the browser
/// updates it, it gets this one, which removes itself.
const WORKER: &str = "/service-worker.js";
const NO_WORKER: &str = "\
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  const ours = (name) => name.startsWith(`asynclab ${registration.scope} `);
  for (const name of await caches.keys()) if (ours(name)) await caches.delete(name);
  await registration.unregister();
  for (const page of await clients.matchAll()) page.navigate(page.url);
}
";

/// The folders of the site.
pub(crate) const SITE: &[&str] = &["www"];
/// The folders that the bench needs: its own is no part of the site.
pub(crate) const BENCH: &[&str] = &["www", "bench"];

/// Takes a port: the one asked for, or the default one or else any that is free.
pub(crate) fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = match port {
        Some(port) => bind(port).map_err(|source| match source.kind() {
            ErrorKind::AddrInUse => Error::Rejected(format!(
                "port {port} is taken. Give another one, or leave --port out and a free one is found."
            )),
            _ => Error::Io { doing: format!("listening on port {port}"), source },
        }),
        None => bind(DEFAULT_PORT).or_else(|_| bind(0)).map_err(failed),
    }?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// The address of the page.
pub(crate) fn address(listener: &TcpListener) -> Result<String> {
    Ok(format!("http://{}/", listener.local_addr().map_err(failed)?))
}

/// Serves the page and these folders until the process ends.
pub(crate) fn serve(root: &Path, listener: TcpListener, folders: &[&str]) -> Result<()> {
    serve_routes(listener, guarded(routes(root, folders)))
}

fn serve_routes(listener: TcpListener, router: Router) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().map_err(failed)?;
    runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, router).await }).map_err(failed)
}

/// Serves on any free port from a thread of its own, and returns the page's address.
pub(crate) fn spawn(root: &Path, folders: &[&str]) -> Result<String> {
    spawn_routes(routes(root, folders))
}

/// Like [`spawn`], with files that only tests request, below `/tests/`.
pub(crate) fn spawn_tested(root: &Path, folders: &[&str], tests: &Path) -> Result<String> {
    spawn_routes(routes(root, folders).nest_service("/tests", ServeDir::new(tests)))
}

fn spawn_routes(routes: Router) -> Result<String> {
    let listener = listen(Some(0))?;
    let address = address(&listener)?;
    thread::spawn(move || {
        if let Err(error) = serve_routes(listener, guarded(routes)) {
            eprintln!("error: {error}");
        }
    });
    Ok(address)
}

fn routes(root: &Path, folders: &[&str]) -> Router {
    let mut router = Router::new().route_service("/", ServeFile::new(root.join("index.html")));
    for page in PAGES {
        router = router.route_service(&format!("/{page}"), ServeFile::new(root.join(page)));
    }
    for frame in FRAMES {
        let mut served = Router::new().route_service(&format!("/{frame}"), ServeFile::new(root.join(frame)));
        for (name, value) in FRAME_HEADERS {
            let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
            served = served.layer(SetResponseHeaderLayer::overriding(name, value));
        }
        router = router.merge(served);
    }
    let script = [(header::CONTENT_TYPE, "text/javascript")];
    router = router.route(WORKER, get(move || async move { (script, NO_WORKER) }));
    let versions = site::folders(root).unwrap_or_default();
    for folder in
        folders.iter().copied().chain(versions.iter().map(String::as_str).filter(|name| versions::is_folder(name)))
    {
        let files = ServeDir::new(root.join(folder)).append_index_html_on_directories(false);
        router = router.nest_service(&format!("/{folder}"), files);
    }
    router
}

/// Routes with the headers of every answer, for this machine only.
fn guarded(mut router: Router) -> Router {
    router = router.layer(middleware::from_fn(async |request: Request, next: Next| {
        let (end, kind) = MESSAGES;
        let is_messages = request.uri().path().ends_with(end);
        let mut answer = next.run(request).await;
        if is_messages && answer.status().is_success() {
            answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        answer
    }));
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        router = router.layer(SetResponseHeaderLayer::if_not_present(name, value));
    }
    router.layer(middleware::from_fn(only_this_machine))
}

/// Answers only under names of this machine, against DNS rebinding: a foreign page could otherwise read everything.
async fn only_this_machine(request: Request, next: Next) -> Response {
    if is_this_machine(request.headers()) {
        return next.run(request).await;
    }
    (StatusCode::MISDIRECTED_REQUEST, "ask for localhost or 127.0.0.1\n").into_response()
}

fn is_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host
        .rsplit_once(':')
        .map_or(host, |(name, port)| if port.bytes().all(|digit| digit.is_ascii_digit()) { name } else { host });
    name == "localhost" || name.ends_with(".localhost") || name == "127.0.0.1" || name == "[::1]"
}

fn failed(source: io::Error) -> Error {
    Error::Io { doing: "serving".into(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as StdError;
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    type Tested = std::result::Result<(), Box<dyn StdError>>;

    /// A site with a file beside it that must stay private; the request goes out exactly as written.
    fn ask(target: &str, headers: &str) -> std::result::Result<String, Box<dyn StdError>> {
        ask_as("127.0.0.1", target, headers)
    }

    fn ask_as(name: &str, target: &str, headers: &str) -> std::result::Result<String, Box<dyn StdError>> {
        let root = std::env::temp_dir().join(format!("asynclab-server-{}", std::process::id()));
        fs::create_dir_all(root.join("www/sub"))?;
        fs::create_dir_all(root.join("www/sandbox"))?;
        for (name, text) in [
            ("index.html", "the page"),
            ("secret.txt", "private"),
            ("www/a.wasm", "wasm"),
            ("www/a.js", "module"),
            ("www/sub/a.css", "style"),
            ("www/sub/en.ftl", "a = b"),
            (FRAMES[0], "sandbox"),
        ] {
            let path = root.join(name);
            if !path.exists() {
                fs::write(path, text)?;
            }
        }
        let address = spawn(&root, SITE).map_err(|e| e.to_string())?;
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host)?;
        write!(stream, "GET {target} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n{headers}\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    #[test]
    fn serves_the_page_and_www_with_types_and_isolation() -> Tested {
        for (target, mime, body) in [
            ("/", "text/html", "the page"),
            ("/index.html", "text/html", "the page"),
            ("/www/a.wasm", "application/wasm", "wasm"),
            ("/www/a.js", "text/javascript", "module"),
            ("/www/sub/a.css?v=1", "text/css", "style"),
            ("/service-worker.js", "text/javascript", NO_WORKER),
            ("/www/sub/en.ftl?v=1", "text/plain; charset=utf-8", "a = b"),
        ] {
            let answer = ask(target, "")?;
            assert!(answer.starts_with("HTTP/1.1 200"), "{target}: {answer}");
            assert!(answer.contains(&format!("content-type: {mime}")), "{target}: {answer}");
            assert!(answer.ends_with(body), "{target}: {answer}");
            for (name, value) in HEADERS {
                assert!(answer.contains(&format!("{name}: {value}\r\n")), "{target}: {name}: {answer}");
            }
        }
        let missing = ask("/www/sub/missing.ftl", "")?;
        assert!(missing.starts_with("HTTP/1.1 404") && !missing.contains("text/plain"), "{missing}");
        Ok(())
    }

    #[test]
    fn the_document_of_the_sandbox_has_no_origin_however_it_is_opened() -> Tested {
        let answer = ask(&format!("/{}", FRAMES[0]), "")?;
        for (name, value) in FRAME_HEADERS {
            assert!(answer.contains(&format!("{name}: {value}\r\n")), "{name}: {answer}");
        }
        Ok(())
    }

    #[test]
    fn answers_under_names_of_this_machine_only() -> Tested {
        for host in ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "a.localhost:1"] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse()?);
            assert!(is_this_machine(&headers), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8000",
            "127.0.0.1.evil.example",
            "localhost.evil.example:8000",
            "evil-localhost",
            "evil-localhost:8000",
            "",
            "x@localhost:a",
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse()?);
            assert!(!is_this_machine(&headers), "{host}");
        }
        assert!(!is_this_machine(&HeaderMap::new()));
        let answer = ask_as("evil.example", "/", "")?;
        assert!(answer.starts_with("HTTP/1.1 421") && !answer.contains("the page"), "{answer}");
        Ok(())
    }

    #[test]
    fn serves_nothing_else() -> Tested {
        for target in [
            "/secret.txt",
            "/www",
            "/www/",
            "/www/../secret.txt",
            "/www/sub/../../secret.txt",
            "/www/%2e%2e/secret.txt",
            "/www/..%2fsecret.txt",
            "/www/%2e%2e%2fsecret.txt",
            "/www/..%5csecret.txt",
            "/www//secret.txt",
            "/../secret.txt",
            "//etc/passwd",
            "/www//etc/passwd",
            "/www/%00",
        ] {
            let answer = ask(target, "")?;
            assert!(answer.starts_with("HTTP/1.1 4"), "{target}: {answer}");
            assert!(!answer.contains("private") && !answer.contains("root:"), "{target}: {answer}");
        }
        Ok(())
    }

    #[test]
    fn an_unchanged_file_is_not_sent_again() -> Tested {
        let answer = ask("/www/a.wasm", "")?;
        let etag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).ok_or("no ETag")?;
        let again = ask("/www/a.wasm", &format!("If-None-Match: {etag}\r\n"))?;
        assert!(again.starts_with("HTTP/1.1 304"), "{again}");
        Ok(())
    }

    #[test]
    fn a_port_that_was_asked_for_and_is_taken_is_an_error() -> Tested {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = taken.local_addr()?.port();
        let Err(Error::Rejected(message)) = listen(Some(port)) else {
            return Err("no clear error".into());
        };
        assert!(message.contains(&port.to_string()), "{message}");
        Ok(())
    }
}
