import { describe, expect, it } from 'vitest';
import { chosenTools, omissionOf } from './toolChoice';
import { allowedTools, allowServer, allowTool, type Server, type Tool } from './tools';

const tool = (name: string, tokens = 10): Tool => ({
  name,
  full_name: `notes/${name}`,
  title: '',
  description: '',
  read_only: false,
  asks: true,
  schema: {},
  tokens,
});

const NOTES: Server = {
  name: 'notes',
  source: 'person',
  url: 'https://notes.example/mcp',
  trusted: false,
  enabled: true,
  connected: true,
  error: null,
  protocol: null,
  checked_at: null,
  tools: [tool('add'), tool('burn'), tool('list')],
};

describe('what an advisor may use', () => {
  it('is a whole server or single tools of it', () => {
    expect(allowedTools([NOTES], ['notes']).map((each) => each.name)).toEqual(['add', 'burn', 'list']);
    expect(allowedTools([NOTES], ['notes/list', 'gone/tool']).map((each) => each.name)).toEqual(['list']);
    expect(allowedTools([{ ...NOTES, enabled: false }], ['notes'])).toEqual([]);
  });

  it('names the other tools when one is left out of a whole server', () => {
    expect(allowTool(['clock', 'notes'], NOTES, tool('burn'), false)).toEqual(['clock', 'notes/add', 'notes/list']);
    expect(allowTool(['clock'], NOTES, tool('burn'), true)).toEqual(['clock', 'notes/burn']);
    expect(allowTool(['notes/add', 'notes/burn'], NOTES, tool('burn'), false)).toEqual(['notes/add']);
  });

  it('forgets single tools when the whole server goes in or out', () => {
    expect(allowServer(['notes/add', 'notesbook/x'], 'notes', true)).toEqual(['notes', 'notesbook/x']);
    expect(allowServer(['notes', 'clock/now'], 'notes', false)).toEqual(['clock/now']);
  });
});

describe('the tools of one send', () => {
  const told = (id: string, ...names: string[]) => ({
    advisor_id: id,
    tools: names.map((name) => ({ name, tokens: 12 })),
  });

  it('say who is told, and keep what was left out in the list', () => {
    const omit = [omissionOf('notes/burn'), omissionOf('notes/add', 'builder'), '/memory:m_1'];

    expect(chosenTools([told('skeptic', 'notes/add'), told('builder')], omit)).toEqual([
      { name: 'notes/add', tokens: 12, advisorIds: ['skeptic'], withoutIds: ['builder'] },
      { name: 'notes/burn', tokens: 0, advisorIds: [], withoutIds: [] },
    ]);
  });

  it('are none where nobody is told about any', () => {
    expect(chosenTools([told('skeptic')], ['/memory:m_1'])).toEqual([]);
  });
});
