import { useTranslation } from 'react-i18next';
import { type CaseMessage, messagesOf } from '../../model/evals';
import { Words } from '../payloads/Words';

type Fields = Readonly<Record<string, unknown>>;

interface Props {
  title: string;
  /** The test as a file would have it. */
  body: Fields;
  /** The fingerprint of the request it was taken from. */
  sha256: string | null;
}

/** What a test sends, message by message. */
export function Sent({ title, body, sha256 }: Props) {
  const { t } = useTranslation('evals');
  const messages = messagesOf(body);
  const { turns } = body;
  return (
    <details className="sent">
      <summary>{title}</summary>
      {sha256 !== null && <code className="hash">{t('assert.hash', { hash: sha256 })}</code>}
      {messages.length > 0 && <Messages messages={messages} />}
      {Array.isArray(turns) && <Messages messages={turns.map(readTurn)} />}
    </details>
  );
}

function readTurn(turn: unknown): CaseMessage {
  return { role: 'user', content: String((turn as { input?: unknown }).input ?? '') };
}

/** Every request that was made, with its fingerprint. */
export function Exchanges({ title, exchanges }: { title: string; exchanges: readonly Fields[] }) {
  const { t } = useTranslation('evals');
  if (exchanges.length === 0) return null;
  return (
    <details className="sent">
      <summary>{title}</summary>
      {exchanges.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requests come in an order and have no other name.
        <div key={at} className="exchange">
          <p className="help">
            <bdi>{String(each.model ?? '')}</bdi>{' '}
            <code className="hash">{t('assert.hash', { hash: String(each.sha256 ?? '') })}</code>
          </p>
          <Messages messages={messagesOf(each, 'messages')} />
        </div>
      ))}
    </details>
  );
}

function Messages({ messages }: { messages: readonly CaseMessage[] }) {
  return (
    <ol className="messages">
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place.
        <li key={at} className={`role-${role}`}>
          <b>{role}</b>
          <Words text={content} lines={3} />
        </li>
      ))}
    </ol>
  );
}
