// SPDX-FileCopyrightText: The Pellucid contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bridge.mjs PORT -- COMMAND…: the streamable HTTP of MCP, on the loopback only, before a server that
// speaks over its standard input and output. For the conformance suite, which knows HTTP only. Each
// session of the old era has a process of its own; the new era has one for all. Ids and progress
// tokens of different HTTP requests may be the same, so they are numbered anew on the way through.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';

const META = 'io.modelcontextprotocol/';
const STATUS = { '-32601': 404, '-32602': 400, '-32600': 400, '-32700': 400, '-32020': 400, '-32021': 400, '-32022': 400 };
const MAX_BYTES = 4 * 1024 * 1024;
const [port, , ...command] = process.argv.slice(2);

class Server {
  constructor () {
    this.count = 0;
    this.requests = new Map(); // number → { id, token, stream }
    this.listener = null; // of GET
    this.child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    readline.createInterface({ input: this.child.stdout }).on('line', line => this.hear(JSON.parse(line)));
  }

  say (message) {
    this.child.stdin.write(JSON.stringify(message) + '\n');
  }

  // A request of the client, whose answer and notes go to the stream.
  ask (message, stream) {
    const number = ++this.count;
    const params = structuredClone(message.params);
    const token = params?._meta?.progressToken;
    if (token !== undefined) params._meta.progressToken = number;
    this.requests.set(number, { id: message.id, token, stream });
    stream.onGone(() => {
      if (this.requests.delete(number)) {
        this.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: number } });
      }
    });
    this.say({ ...message, id: number, ...(params === undefined ? {} : { params }) });
  }

  tell (message) {
    const requestId = message.params?.requestId;
    for (const [number, request] of this.requests) {
      if (message.method === 'notifications/cancelled' && request.id === requestId) {
        message = { ...message, params: { ...message.params, requestId: number } };
      }
    }
    this.say(message);
  }

  hear (message) {
    if (message.method === undefined) {
      const request = this.requests.get(message.id);
      this.requests.delete(message.id);
      request?.stream.end({ ...message, id: request.id });
      return;
    }
    const meta = message.params?._meta;
    const owner = this.requests.get(message.params?.progressToken) ?? this.requests.get(meta?.[META + 'subscriptionId']);
    if (message.method === 'notifications/progress' && owner) message.params.progressToken = owner.token;
    if (meta?.[META + 'subscriptionId'] !== undefined && owner) meta[META + 'subscriptionId'] = owner.id;
    const streams = [...this.requests.values()];
    (owner ?? streams.at(-1))?.stream.send(message) ?? this.listener?.send(message);
  }

  stop () {
    this.child.stdin.end();
  }
}

// An answer over HTTP: events as soon as there is more than an answer, else one object.
class Stream {
  constructor (response, headers) {
    this.response = response;
    this.headers = headers;
  }

  onGone (callback) {
    this.response.on('close', () => { if (!this.response.writableFinished) callback(); });
  }

  open () {
    if (!this.response.headersSent) {
      this.response.writeHead(200, { ...this.headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
      this.response.flushHeaders();
    }
  }

  send (message) {
    this.open();
    this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    return true;
  }

  end (message) {
    if (this.response.headersSent) {
      this.send(message);
      this.response.end();
    } else {
      answer(this.response, STATUS[message.error?.code] ?? 200, message, this.headers);
    }
  }
}

function answer (response, status, body, headers = {}) {
  response.writeHead(status, { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function fail (response, status, code, message, id = null) {
  answer(response, status, { jsonrpc: '2.0', id, error: { code, message } });
}

const isLoopback = name => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(name);

function isAllowed (request) {
  const { host, origin } = request.headers;
  return isLoopback(host ?? '') && (origin === undefined || isLoopback(origin.replace(/^https?:\/\//, '')));
}

const modern = new Server();
const sessions = new Map();

function begin (message, response) {
  const id = randomUUID();
  const server = new Server();
  sessions.set(id, server);
  server.ask(message, new Stream(response, { 'Mcp-Session-Id': id }));
}

function post (request, response, message) {
  const session = request.headers['mcp-session-id'];
  const version = message.params?._meta?.[META + 'protocolVersion'];
  const header = request.headers['mcp-protocol-version'];
  if (session !== undefined && !sessions.has(session)) return fail(response, 404, -32001, 'no such session', message.id);
  if (version !== undefined && header !== version) {
    return fail(response, 400, -32020, 'the version of the header is not that of the request', message.id);
  }
  if (message.method === 'initialize' && version === undefined) return begin(message, response);
  const server = sessions.get(session) ?? modern;
  if (message.method !== undefined && message.id !== undefined) return server.ask(message, new Stream(response, {}));
  server.tell(message);
  answer(response, 202);
}

const methods = {
  POST (request, response) {
    const chunks = [];
    let length = 0;
    request.on('data', chunk => {
      length += chunk.length;
      if (length > MAX_BYTES) request.destroy();
      chunks.push(chunk);
    });
    request.on('end', () => {
      let message;
      try {
        message = JSON.parse(Buffer.concat(chunks).toString());
      } catch {
        return fail(response, 400, -32700, 'not JSON');
      }
      post(request, response, message);
    });
  },
  GET (request, response) {
    const server = sessions.get(request.headers['mcp-session-id']);
    if (server === undefined) return answer(response, 405);
    server.listener = new Stream(response, {});
    server.listener.open();
  },
  DELETE (request, response) {
    const id = request.headers['mcp-session-id'];
    sessions.get(id)?.stop();
    answer(response, sessions.delete(id) ? 200 : 404);
  },
};

http.createServer((request, response) => {
  if (!isAllowed(request)) return fail(response, 403, -32600, 'loopback only');
  const handle = methods[request.method];
  if (handle === undefined || request.url !== '/mcp') return answer(response, 405);
  handle(request, response);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
