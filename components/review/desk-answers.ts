import type { TableAddress } from '#components/desk/use-table-address.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** By what name the tab keeps the desk's answers: after a decision all of them are asked for again. */
export const deskAnswers = {
  all: ['desk'],
  lists: (kind: DecidedSubjectType) => ['desk', 'list', kind],
  page: (
    kind: DecidedSubjectType,
    { page, search, sort }: Pick<TableAddress<string>, 'page' | 'search' | 'sort'>,
    /** Which of several lists it is, '' if there is one. */
    status: string,
  ) => ['desk', 'list', kind, { page, search, sort, status }],
  decided: (kind: ClaimSubjectType) => ['desk', 'decided', kind],
  count: (kind: DecidedSubjectType) => ['desk', 'count', kind],
  stats: ['desk', 'stats'],
  /** One's own decisions that can be undone. */
  held: ['desk', 'held'],
  // This key is not below `all`, because each reading makes links to documents and is recorded in the audit log.
  submission: (id: string) => ['submission', id],
}
