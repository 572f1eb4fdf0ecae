import type { TableAddress } from '#components/desk/use-table-address.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** Query keys of the desk; a decision refetches all below `all`. */
export const deskAnswers = {
  all: ['desk'],
  lists: (kind: DecidedSubjectType) => ['desk', 'list', kind],
  page: (
    kind: DecidedSubjectType,
    { page, search, sort }: Pick<TableAddress<string>, 'page' | 'search' | 'sort'>,
    /** The list's status; '' if the queue has only one list. */
    status: string,
  ) => ['desk', 'list', kind, { page, search, sort, status }],
  decided: (kind: ClaimSubjectType) => ['desk', 'decided', kind],
  stats: ['desk', 'stats'],
  /** The officer's own decisions that can be undone. */
  held: ['desk', 'held'],
  // Not below `all`, because each read creates document links and an audit entry.
  submission: (id: string) => ['submission', id],
}
