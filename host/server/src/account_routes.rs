//! Signing up, in and out, by HTTP: a page's scripts never see the session's token.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use crate::accounts::{AccountError, Accounts, Credentials, Visitor};
use crate::frames::error_line;

const COOKIE: &str = "boardloom";
/// The longest life that browsers give a cookie, in seconds; the server ends sessions earlier.
const COOKIE_LIFE: i64 = 400 * 24 * 3600;
/// The longest request, in bytes.
pub(crate) const LONGEST: usize = 4096;

/// What a page or program asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccountRequest {
    SignUp,
    SignIn,
    SignOut,
    Password,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct AccountFields {
    name: String,
    password: String,
    /// A new password.
    new: String,
}

/// Returns the token of the request's cookie.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';'));
    pairs.find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE && !value.is_empty()).then_some(value)
    })
}

/// Answers a request whose origin was checked. Only JSON is read: a form of another page cannot
/// send any without asking first.
pub(crate) async fn answer(
    accounts: &Accounts,
    request: AccountRequest,
    visitor: &Visitor,
    headers: &HeaderMap,
    body: Bytes,
) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = text(header::CONTENT_TYPE).split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let why = "expected `Content-Type: application/json`";
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "bad-message", why);
    }
    let AccountFields { name, password, new } = match serde_json::from_slice(&body) {
        Ok(fields) => fields,
        Err(error) => {
            return refuse(StatusCode::BAD_REQUEST, "bad-message", &error.to_string());
        }
    };
    let secure = text(header::ORIGIN).starts_with("https://");
    let program = text(header::USER_AGENT);
    let credentials = Credentials { name, password };
    let result = match request {
        AccountRequest::SignUp => accounts.sign_up(credentials, visitor.address, program).await,
        AccountRequest::SignIn => accounts.sign_in(credentials, visitor.address, program).await,
        AccountRequest::SignOut => {
            let session = visitor.signed_in.as_ref().map(|it| it.session);
            let ended = match session {
                None => Ok(()),
                Some(session) => accounts.withdraw(visitor, Some(session)).await,
            };
            ended.map(|()| (String::new(), String::new()))
        }
        AccountRequest::Password => {
            let changed = accounts.change_password(visitor, credentials.password, new).await;
            return match changed {
                Ok(()) => (StatusCode::OK, json!({}).to_string()).into_response(),
                Err(error) => refuse_by(&error),
            };
        }
    };
    let (name, token) = match result {
        Ok(signed_in) => signed_in,
        Err(error) => return refuse_by(&error),
    };
    let life = if token.is_empty() { 0 } else { COOKIE_LIFE };
    let secure = if secure { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={token}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{secure}");
    let headers = [
        (header::SET_COOKIE, cookie),
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, json!({ "name": name }).to_string()).into_response()
}

/// Tells a page who it is signed in as.
pub(crate) fn me(accounts: &Accounts, visitor: &Visitor) -> Response {
    let account = visitor.account();
    let me = json!({
        "name": account.map(|it| &it.name),
        "moderator": account.is_some_and(|it| it.moderator),
        "accounts": if accounts.required { "required" } else { "optional" },
    });
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, me.to_string()).into_response()
}

fn refuse_by(error: &AccountError) -> Response {
    let status = match error {
        AccountError::Name(_) | AccountError::Password(_) | AccountError::NoSession => {
            StatusCode::BAD_REQUEST
        }
        AccountError::Taken => StatusCode::CONFLICT,
        AccountError::Wrong | AccountError::SignedOut => StatusCode::UNAUTHORIZED,
        AccountError::Closed | AccountError::Banned(_) => StatusCode::FORBIDDEN,
        AccountError::TooMany => StatusCode::TOO_MANY_REQUESTS,
        AccountError::Busy | AccountError::Database(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    refuse(status, error.code(), &error.to_string())
}

fn refuse(status: StatusCode, code: &str, why: &str) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, error_line(code, why, None)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let mut headers = HeaderMap::new();
        assert_eq!(token_of(&headers), None);
        headers.append(header::COOKIE, "a=b; boardloomx=1".parse().unwrap());
        assert_eq!(token_of(&headers), None);
        headers.append(header::COOKIE, "x=y;boardloom=abc ; z=1".parse().unwrap());
        assert_eq!(token_of(&headers), Some("abc"));
    }
}
