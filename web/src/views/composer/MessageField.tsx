import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { writeText } from '../../commands/mention';
import { setMode } from '../../model/screen';
import type { Advisor } from '../../model/workspace';
import { isComposing } from '../parts/composing';
import { MentionList, optionId } from './MentionList';
import { useMention } from './useMention';

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  conversationId: string | null;
  text: string;
  placeholder: string;
  seats: readonly Advisor[];
  onSend: () => void;
  /** True when there was something to leave. */
  onEscape: () => boolean;
}

/** Where the person writes. It stays open while answers arrive. */
export function MessageField({ field, conversationId, text, placeholder, seats, onSend, onEscape }: Props) {
  const { t } = useTranslation('composer');
  const listId = useId();
  const mention = useMention(field, conversationId, text, seats);
  const isOpen = mention.voices.length > 0;
  useGrowing(field, text);
  const noteCaret = useCaret(field, text);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || mention.takeKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) onSend();
    } else if (event.key === 'Escape' && onEscape()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div className="field-wrap">
      {isOpen && <MentionList id={listId} voices={mention.voices} at={mention.at} onChoose={mention.choose} />}
      <textarea
        ref={field}
        className="txt"
        rows={1}
        // Without words it runs as the page does, so that the placeholder stands right.
        dir={text === '' ? undefined : 'auto'}
        aria-label={t('label')}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, mention.at) : undefined}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          noteCaret();
          writeText(conversationId, event.target.value, seats);
          mention.look();
        }}
        onSelect={() => {
          noteCaret();
          mention.look();
        }}
        onFocus={() => setMode('input')}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** When a message comes back before what is being written, the caret stays among the same words. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>, text: string): () => void {
  const noted = useRef({ value: text, behind: 0 });
  useLayoutEffect(() => {
    const now = field.current;
    const { value, behind } = noted.current;
    if (now && text !== value && value !== '' && text.endsWith(value) && document.activeElement === now)
      now.setSelectionRange(text.length - behind, text.length - behind);
    noted.current = { value: text, behind: text === value ? behind : 0 };
  }, [field, text]);
  return () => {
    const now = field.current;
    if (now) noted.current = { value: now.value, behind: now.value.length - now.selectionEnd };
  };
}

/** As tall as its words, up to the height the style sheet allows; browsers that can do it themselves do. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height.
  useLayoutEffect(() => {
    const now = field.current;
    if (now === null || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    now.style.height = 'auto';
    now.style.height = `${now.scrollHeight}px`;
  }, [field, text]);
}
