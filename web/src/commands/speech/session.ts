/** One reply read aloud, from its first word to its last, also while it is still being written. */
import { say } from '../../locales/i18n';
import { conversation, findReply } from '../../model/conversation';
import { notify } from '../../model/screen';
import { SpeechQueue } from '../../model/speech/queue';
import { SentenceStream } from '../../model/speech/sentences';
import { speech } from '../../model/speech/speech';
import type { Reply } from '../../protocol/events';
import { isAborted, Refusal } from '../../protocol/request';
import { explain } from '../refused';
import { NoVoice, prepareUtterance } from './utterance';

export class Session {
  readonly replyId: string;
  readonly advisorId: string;
  readonly conversationId: string | null;
  readonly #onEnd: () => void;
  #queue: SpeechQueue;
  #stream = newStream();
  #taken = '';
  #epoch: number;
  #closed = false;

  constructor(reply: Reply, onEnd: () => void) {
    this.replyId = reply.id;
    this.advisorId = reply.advisor_id;
    this.conversationId = conversation.getState().id;
    this.#epoch = reply.epoch;
    this.#onEnd = onEnd;
    this.#queue = this.#open();
    this.#show(null);
    this.follow();
  }

  /** Take what the reply has said since the last time. One that is gone, or starts anew, is not read on. */
  follow(): void {
    if (this.#closed) return;
    const reply = findReply(conversation.getState(), this.replyId)?.reply;
    if (!reply) {
      this.#end();
      return;
    }
    if (reply.epoch !== this.#epoch) this.#restart(reply);
    const words = reply.edited ?? reply.text;
    // An edit in the middle of being read changes nothing any more.
    if (words.startsWith(this.#taken)) {
      this.#queue.add(this.#stream.push(words.slice(this.#taken.length)));
      this.#taken = words;
    }
    if (!reply.completed) return;
    this.#closed = true;
    this.#queue.add(this.#stream.close());
    this.#queue.finish();
  }

  /** Silence, at once. */
  stop(): void {
    this.#closed = true;
    this.#queue.clear();
  }

  #restart(reply: Reply): void {
    this.#queue.clear();
    this.#queue = this.#open();
    this.#stream = newStream();
    this.#taken = '';
    this.#epoch = reply.epoch;
  }

  #open(): SpeechQueue {
    return new SpeechQueue((sentence) => prepareUtterance(sentence, this.advisorId), {
      onSentence: (sentence) => this.#show(sentence),
      onFinished: () => this.#end(),
      onFailed: (error) => {
        tellFailure(error);
        this.#end();
      },
    });
  }

  #show(sentence: string | null): void {
    speech.setState({ now: { replyId: this.replyId, advisorId: this.advisorId, sentence } });
  }

  #end(): void {
    this.stop();
    this.#onEnd();
  }
}

function newStream(): SentenceStream {
  return new SentenceStream({ code: say('speech:codeBlock'), formula: say('speech:formula') });
}

function tellFailure(error: unknown): void {
  if (isAborted(error)) return;
  if (error instanceof NoVoice) notify(say('speech:noVoice'), { tone: 'caution' });
  else if (error instanceof Refusal && error.code !== 'voice_failed') notify(explain(error), { tone: 'caution' });
  else notify(say('speech:failed'), { tone: 'caution' });
}
