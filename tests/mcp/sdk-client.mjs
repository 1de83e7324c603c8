// SPDX-FileCopyrightText: The Pellucid contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// sdk-client.mjs CLIENTS-FOLDER ERA SERVER: the official TypeScript client at work, which checks every structured
// result against the tool's schema. Prints one JSON object.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, era, server] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load('@modelcontextprotocol/client');
const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');

const options = { capabilities: { elicitation: { form: {} } } };
if (era === 'modern') options.versionNegotiation = { mode: { pin: '2026-07-28' } };
const client = new Client({ name: 'sdk-client', version: '1.0.0' }, options);
const forms = [];
client.setRequestHandler('elicitation/create', async ({ params }) => {
  forms.push(params.message);
  const answer = forms.length === 1 ? 'allow once' : 'deny';
  return { action: 'accept', content: { answer, reason: `said in ${era}` } };
});
await client.connect(new StdioClientTransport({ command: server, args: [], env: process.env }));

const { tools } = await client.listTools();
const call = (name, args) => client.callTool({ name, arguments: args });
await call('ui_wait', { until: { element: { selector: 'Slider:Slider' } }, timeout_ms: 60000 });
const results = {
  windows: await call('ui_list_windows', {}),
  snapshot: await call('ui_snapshot', { interactive: true }),
  query: await call('ui_query', { selector: 'Button:Button' }),
  describe: await call('ui_describe', { target: 'Button:Button' }),
  capture: await call('ui_capture', { window_title: 'Fixture' }),
  press: await call('ui_invoke', { target: 'Button:Button' }),
  fill: await call('ui_set_value', { target: 'Edit:Entry', value: `typed in ${era}`, verify: { value: `typed in ${era}` } }),
  miss: await call('ui_invoke', { target: 'Button:Nothing' }),
  allowed: await call('ui_toggle', { target: 'CheckBox:Check' }),
  denied: await call('ui_toggle', { target: 'CheckBox:Check' }),
};
const { resources } = await client.listResources();
const { contents } = await client.readResource({ uri: resources[0].uri });
const { prompts } = await client.listPrompts();
await client.close();

const outcome = Object.entries(results).map(([name, result]) => [name, {
  isError: result.isError === true,
  types: result.content.map(block => block.type),
  untrusted: result.structuredContent?.untrusted === true,
}]);
console.log(JSON.stringify({
  tools: tools.length,
  prompts: prompts.length,
  resource: contents[0].text.length,
  forms,
  reason: results.denied.content[0].text,
  results: Object.fromEntries(outcome),
}));
