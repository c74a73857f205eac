"""An endpoint that speaks the OpenAI protocol and says what it was told to."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Endpoint:
    """Answers with what it was told to, one after the other, and keeps what it was asked. The last answer is
    given for ever; a function is called for its answer, and may take its time."""

    def __init__(self, *answers):
        self.answers, self.asked, self.headers = list(answers), [], []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                outer.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                outer.headers.append((self.path, self.headers.get("Authorization")))
                answer = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                if callable(answer):
                    answer = answer()
                if answer is None:  # it hangs up
                    self.connection.close()
                    return
                status, data = answer
                body = data.encode() if isinstance(data, str) else json.dumps(data).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args): ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
