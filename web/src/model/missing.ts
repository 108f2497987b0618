/** Something lies between what is known and what was heard; only a snapshot helps. */
export class MissingText extends Error {
  override readonly name = 'MissingText';
}
