import { useTranslation } from 'react-i18next';
import { changeAttachedKind, dataAddress, detach, leaveUpload } from '../../commands/documents';
import type { DocumentKind, Upload } from '../../model/documents';
import { type Attachment, NEW } from '../../model/draft';
import { KindField } from '../documents/KindField';
import { useDocuments } from '../documents/useDocuments';
import { formatBytes, formatPercent } from '../parts/format';
import { useDraft } from '../parts/store';

/** The files of the message being written, those on their way, and those that were refused. */
export function Attachments({ id }: { id: string | null }) {
  const { t } = useTranslation('documents');
  const { attachments } = useDraft();
  const uploads = useDocuments((state) => state.uploads).filter((each) => each.draft === (id ?? NEW));
  if (attachments.length + uploads.length === 0) return null;
  return (
    <ul className="attachments" aria-label={t('attach.list')}>
      {attachments.map((each) => (
        <li key={each.id}>
          <File attachment={each} id={id} />
        </li>
      ))}
      {uploads.map((each) => (
        <li key={each.id}>
          <Coming upload={each} />
        </li>
      ))}
    </ul>
  );
}

function File({ attachment, id }: { attachment: Attachment; id: string | null }) {
  const { t } = useTranslation('documents');
  const { name, kind, bytes, isImage } = attachment;
  return (
    <div className="file">
      {isImage && <img src={dataAddress(attachment.id)} alt="" />}
      <bdi className="t">{name}</bdi>
      {bytes !== null && <span className="n num">{formatBytes(bytes)}</span>}
      {isImage ? (
        <span className="n">{t('attach.image')}</span>
      ) : (
        <KindField
          name={name}
          kind={kind}
          onChange={(next: DocumentKind) => void changeAttachedKind(id, attachment, next)}
        />
      )}
      <button
        type="button"
        className="x"
        aria-label={t('attach.remove', { name })}
        onClick={() => detach(id, attachment.id)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

function Coming({ upload }: { upload: Upload }) {
  const { t } = useTranslation('documents');
  const { id, name, share, problem } = upload;
  const sentence =
    problem ??
    (share < 1 ? t('attach.uploading', { name, share: formatPercent(share) }) : t('attach.reading', { name }));
  return (
    <div className={problem === null ? 'file coming' : 'file refused'}>
      {problem === null && <progress value={share} max={1} aria-label={name} />}
      <span className="t" role={problem === null ? undefined : 'alert'} dir="auto">
        {sentence}
      </span>
      <button
        type="button"
        className="x"
        aria-label={t(problem === null ? 'attach.cancel' : 'attach.dismiss', { name })}
        onClick={() => leaveUpload(id)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
