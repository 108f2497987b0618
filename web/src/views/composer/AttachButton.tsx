import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { attachFiles } from '../../commands/documents';
import { on } from '../../model/signals';

/** Opens the browser's chooser; dragging and pasting do the same. */
export function AttachButton({ id }: { id: string | null }) {
  const { t } = useTranslation('documents');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => on('chooseFiles', () => input.current?.click()), []);
  return (
    <>
      <button type="button" className="btn quiet attach" onClick={() => input.current?.click()}>
        {t('attach.button')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('attach.label')}
        onChange={(event) => {
          void attachFiles(id, [...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
