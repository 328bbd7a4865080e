"""pygls' protocol class with its sharp edges covered: every request gets exactly one answer, and nothing of the user's code gets into a log.

Messages arrive as bodies from the reader thread and are parsed here on the event loop, one after the other, so notifications keep their order.
Results of handlers are JSON-ready values; they go out as they are.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
import cattrs
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method

from maguyva.lsp.greeting import result
from maguyva.lsp.io import framed

if TYPE_CHECKING:
    from maguyva.lsp.server import MaguyvaServer

_log = logging.getLogger(__name__)

# pygls' own handlers of these keep texts in a store that splits lines at form feeds; ours are the ones that count.
_OURS = frozenset(
    {
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_CLOSE,
        types.NOTEBOOK_DOCUMENT_DID_OPEN,
        types.NOTEBOOK_DOCUMENT_DID_CHANGE,
        types.NOTEBOOK_DOCUMENT_DID_CLOSE,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
        types.WORKSPACE_EXECUTE_COMMAND,
        types.WINDOW_WORK_DONE_PROGRESS_CANCEL,
    }
)
# What `initialize` can do without, when a client's value for it cannot be read.
_DISPENSABLE = ("trace", "clientInfo", "initializationOptions", "workspaceFolders", "capabilities")


@attrs.define
class CustomRequest:
    """A request whose params are read by its handler."""

    id: Any
    method: str
    jsonrpc: str
    params: Any = None


@attrs.define
class CustomNotification:
    """Likewise, without an answer."""

    method: str
    jsonrpc: str
    params: Any = None


class MaguyvaProtocol(LanguageServerProtocol):
    """JSON-RPC for one client."""

    _server: MaguyvaServer

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.is_initialized = False
        self._client_says: Any = None
        self.greeted: int | str | None = None  # The request that was answered before this object was made.

    # ---- in ----

    def receive(self, body: bytes) -> None:
        """One message's body. Never raises: what cannot be read is answered with the protocol's error, or logged where nobody waits."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            _log.warning("a message of %d bytes is no JSON: %s", len(body), type(error).__name__)
            self._refuse(None, JsonRpcParseError("the message is no JSON"))
            return
        if not isinstance(data, dict):
            self._refuse(None, JsonRpcInvalidRequest("a message is one object"))
            return
        identity, method = data.get("id"), data.get("method")
        asked = "method" in data and "id" in data
        if asked and not isinstance(identity, int | str):
            self._refuse(None, JsonRpcInvalidRequest("the id of a request is a number or a string"))
        elif "method" in data and not isinstance(method, str):
            self._refuse(identity if asked else None, JsonRpcInvalidRequest("the method is a string"))
        elif isinstance(method, str) and (problem := self._out_of_order(method)) is not None:
            if asked:
                self._refuse(identity, problem)
        else:
            self._dispatch(data, identity if asked else None)

    def _out_of_order(self, method: str) -> JsonRpcException | None:
        if method == types.EXIT:
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server is shutting down")
        if not self.is_initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("the first request is initialize")
        if self.is_initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("initialize was sent already")
        return None

    def _dispatch(self, data: dict[str, Any], identity: int | str | None) -> None:
        data.setdefault("jsonrpc", self.VERSION)
        if data.get("method") == types.INITIALIZE and isinstance(data.get("params"), dict):
            self._client_says = data["params"].get("capabilities")
        try:
            self.handle_message(self.structure_message(data))
        except JsonRpcException as error:
            if identity is not None:
                self._refuse(identity, error)
            else:
                _log.warning("ignored a malformed %s: %s", data.get("method", "response"), error.message)
        except Exception as error:
            _log.exception("%s was not handled", data.get("method", "a response"))
            if identity is not None:
                self._refuse(identity, JsonRpcInternalError(f"internal error: {type(error).__name__}"))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message object. Missing params are None; raises JsonRpcInvalidParams with the field named."""
        if "method" not in data:
            return super().structure_message({"result": None, **data} if "error" not in data else data)
        kind: Any = self.get_message_type(data["method"])
        if kind is None:
            kind = CustomRequest if "id" in data else CustomNotification
        if data.get("params") is None:
            data = {**data, "params": None}
        try:
            return self._converter.structure(data, kind)
        except Exception as error:
            if data["method"] == types.INITIALIZE and (fewer := self._without_unreadable(data, kind)) is not None:
                return fewer
            raise JsonRpcInvalidParams(_what_is_wrong(error)) from None

    def _without_unreadable(self, data: dict[str, Any], kind: Any) -> Any:
        # A server that cannot start because of one odd capability helps nobody.
        params = dict(data["params"]) if isinstance(data["params"], dict) else {"processId": None}
        params.setdefault("processId", None)
        params.setdefault("capabilities", {})
        for name in _DISPENSABLE:
            try:
                return self._converter.structure({**data, "params": params}, kind)
            except Exception:
                _log.warning("the client's initialize cannot be read; trying without %s", name)
            params = {**params, name: {} if name == "capabilities" else None}
        try:
            return self._converter.structure({**data, "params": params}, kind)
        except Exception:
            return None

    def _get_handler(self, feature_name: str) -> Callable[[Any], Any]:
        if feature_name in _OURS:
            handler: Callable[[Any], Any] | None = self.fm.features.get(feature_name)
            if handler is None:
                raise JsonRpcMethodNotFound.of(feature_name)
            return handler
        found: Callable[[Any], Any] = super()._get_handler(feature_name)
        return found

    def _handle_request(self, msg_id: int | str, method_name: str, params: Any) -> None:
        try:
            handler = self._get_handler(method_name)
            self._ctx_msg_id.set(msg_id)
            self._execute_handler(msg_id, handler, callback=partial(self._send_handler_result, msg_id=msg_id), args=(params,))
        except JsonRpcException as error:
            self._refuse(msg_id, error)

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name == types.CANCEL_REQUEST:
            self._handle_cancel_notification(params.id)
            return
        try:
            handler = self._get_handler(method_name)
        except JsonRpcMethodNotFound:
            _log.debug("ignored the notification %s", method_name)
            return
        self._execute_handler(
            f"notification {id(params)}", handler, callback=partial(self._finish_notification, method_name), args=(params,)
        )

    def _finish_notification(self, method: str, future: Future[Any]) -> None:
        self._request_futures = {key: other for key, other in self._request_futures.items() if other is not future}
        if not future.cancelled() and (error := future.exception()) is not None:
            _log.error("the notification %s failed", method, exc_info=error)

    def _handle_cancel_notification(self, msg_id: int | str) -> None:
        future = self._request_futures.get(msg_id)
        if isinstance(future, asyncio.Future):  # Only a client's own request: ours to the client have futures of the other kind.
            future.cancel()

    def _handle_response(self, msg_id: int | str, result: Any = None, error: Any = None) -> None:
        future = self._request_futures.get(msg_id)
        if isinstance(future, Future) and future.set_running_or_notify_cancel():
            del self._request_futures[msg_id]
            if error is not None:
                future.set_exception(JsonRpcException.from_error(error))
            else:
                future.set_result(result)

    def forget(self, msg_id: str) -> None:
        """A request to the client that will not be waited for any more."""
        self._request_futures.pop(msg_id, None)
        self._result_types.pop(msg_id, None)

    # ---- out ----

    def _send_handler_result(self, future: Future[Any], *, msg_id: int | str) -> None:
        if self._request_futures.get(msg_id) is future:
            del self._request_futures[msg_id]
        if future.cancelled():
            self._refuse(msg_id, JsonRpcRequestCancelled("cancelled"))
            return
        error = future.exception()
        if error is None:
            self._send_response(msg_id, future.result())
        elif isinstance(error, JsonRpcException):
            self._refuse(msg_id, error)
        else:
            _log.error("a request failed", exc_info=error)
            self._refuse(msg_id, JsonRpcInternalError(f"internal error: {type(error).__name__}"))

    def _refuse(self, msg_id: Any, error: JsonRpcException) -> None:
        if self._was_greeted(msg_id):
            _log.error("initialize was answered and then refused: %s", error.message)
            return
        answer = {"code": error.code, "message": error.message}
        self._write(json.dumps({"jsonrpc": self.VERSION, "id": msg_id, "error": answer}))

    def _was_greeted(self, msg_id: Any) -> bool:
        """Whether a request has its answer already; each has one, and ids may come again."""
        if msg_id is None or msg_id != self.greeted:
            return False
        self.greeted = None
        return True

    def _send_response(self, msg_id: int | str, result: Any = None, error: Any = None) -> None:
        if self._was_greeted(msg_id):
            return
        if error is not None:
            self._write(json.dumps({"jsonrpc": self.VERSION, "id": msg_id, "error": {"code": error.code, "message": error.message}}))
            return
        try:
            body = json.dumps({"jsonrpc": self.VERSION, "id": msg_id, "result": result}, default=self._serialize_message)
        except Exception as problem:
            _log.exception("an answer cannot be written as JSON")
            self._refuse(msg_id, JsonRpcInternalError(f"the answer cannot be written as JSON: {type(problem).__name__}"))
            return
        self._write(body)

    def _send_data(self, data: Any) -> None:
        try:
            self._write(json.dumps(data, default=self._serialize_message))
        except Exception:
            _log.exception("a message cannot be written as JSON")

    def _serialize_message(self, data: Any) -> Any:
        if hasattr(data, "__attrs_attrs__"):
            return self._converter.unstructure(data)
        raise TypeError(f"{type(data).__name__} is no JSON value")

    def _write(self, body: str) -> None:
        if self.writer is not None:
            self.writer.write(framed(body.encode()))

    # ---- the life of a session ----

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Any:  # Nothing to wait for, and plain JSON.
        """The client and the server tell what they can do."""
        self.client_capabilities = params.capabilities
        said = result(self._client_says if isinstance(self._client_says, dict) else {})
        self._server.begin(params, said["capabilities"]["positionEncoding"])
        self.is_initialized = True
        return said

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> None:  # type: ignore[override]  # Likewise.
        """No more requests; those under way are cancelled."""
        current = self.msg_id
        for msg_id, future in list(self._request_futures.items()):
            if msg_id != current:
                future.cancel()
        self._shutdown = True

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]  # Likewise.
        """The end: exit code 0 after `shutdown`, else 1."""
        self._server.end()

    @property
    def was_shut_down(self) -> bool:
        """Whether the client has sent `shutdown`."""
        return bool(self._shutdown)


def _what_is_wrong(error: Exception) -> str:
    """The first field that cannot be read, without its value."""
    try:
        lines = cattrs.transform_error(error)
    except Exception:
        return "the params cannot be read"
    return lines[0] if lines else "the params cannot be read"
