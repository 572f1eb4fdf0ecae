import { type FormEvent, useEffect, useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../http/api.ts'
import { fallbackMessage, fieldErrors } from '../http/error-message.ts'
import { pageLocale } from '../messages/page-locale.ts'

/** What the fields of a form hold. */
export type Typed<Name extends string> = Readonly<Record<Name, string>>

/** What is wrong: a sentence beside each field, and one about the form as a whole. */
export type FormProblem<Name extends string> = {
  fields?: Partial<Record<Name, string>>
  whole?: string
}

/** One thing that the contract's schema found wrong, with zod's code of it: `too_small`, `invalid_format`, … */
export type FieldIssue = z.core.$ZodIssue

type ApiFormOptions<Name extends string, Body> = {
  /** What the fields hold at first, in the order of the form: of several wrong fields the first takes the focus. */
  defaultValues: Typed<Name>
  /** Turns the fields into the body of the call. */
  toBody: (typed: Typed<Name>) => Body
  /** Loads the schema of the call's body from the contract: zod comes with the first check, not with the page. */
  schema: () => Promise<z.ZodType<unknown, Body>>
  /** Names the field of the form that a field of the body belongs to, where the two are called differently. */
  fieldOf?: Readonly<Record<string, NoInfer<Name>>>
  /** The form's sentence for an issue of the schema; without one the contract's own sentence is shown. */
  sentence?: (field: Name, issue: FieldIssue) => string | undefined
  /** Finds what only the form can know, such as two passwords that differ. It goes before the schema's issues. */
  check?: (typed: Typed<Name>) => Partial<Record<NoInfer<Name>, string>>
  /** Fields that are checked again when another one changes, once something was wrong: two passwords that have to be the same. */
  checkedWith?: Partial<Record<NoInfer<Name>, readonly NoInfer<Name>[]>>
  /** Is told what is wrong before anything is sent. */
  onWrong?: (wrong: Partial<Record<Name, string>>) => void
  /** Sends the checked body. What it throws is told by `refuse`. */
  send: (body: Body, typed: Typed<Name>) => Promise<unknown>
  /** Turns what `send` threw into problems; left out, the answer's own sentences are shown. */
  refuse?: (error: unknown, typed: Typed<Name>) => FormProblem<Name>
  /** Whether the form may be sent again after a success; left out, another view takes its place and it stays busy. */
  isRepeatable?: boolean
}

/**
 * A form that sends one call. react-hook-form keeps its fields, the contract's schema checks them, and a refused call puts
 * the server's sentences beside the fields that they are about. What was typed stays, whatever goes wrong.
 *
 * @returns `formProps` for the form and `field(name)` for each input; `whole`, `wrong` and `errorOf(name)`, what is wrong;
 *   `isBusy`, from the submit until the call has failed; `summary`, a ref that takes the focus where several fields are wrong
 */
export function useApiForm<Name extends string, Body>(options: ApiFormOptions<Name, Body>) {
  const { toBody, send, refuse, onWrong, checkedWith, isRepeatable = false } = options
  const names = namesOf(options.defaultValues)
  const fieldNames: readonly string[] = names
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  // Two submits before the next render both see the `isBusy` of this one; the flag is set at once.
  const isSending = useRef(false)
  const form = useForm<Typed<string>>({
    // A field without a default keeps what was typed before this code was loaded.
    defaultValues: Object.fromEntries(
      Object.entries<string>(options.defaultValues).filter(([, value]) => value),
    ),
    resolver: resolverOf(options),
    // The effect below does it: a field may be folded away, and the sum of several errors goes first.
    shouldFocusError: false,
  })
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = form.formState
  const isBusy = isSubmitting || (isSubmitSuccessful && !isRepeatable)
  const wrong = names.filter((name) => errors[name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each submit, not while one types
  useEffect(() => {
    if (wrong.length > 1 && summary.current) summary.current.focus()
    else if (wrong[0]) focusField(element.current, wrong[0])
  }, [submitCount])

  const submit = form.handleSubmit(
    async (values) => {
      const typed = pick(names, values)
      try {
        await send(toBody(typed), typed)
      } catch (error) {
        const { fields = {}, whole = '' } = refuse?.(error, typed) ?? problemOf(names, error, options.fieldOf)
        form.setError('root', { message: whole })
        for (const [name, message] of Object.entries<string | undefined>(fields))
          if (message) form.setError(name, { message })
      }
    },
    (found) => {
      onWrong?.(messagesOf(names, (name) => found[name]?.message))
    },
  )
  return {
    form,
    isBusy,
    wrong,
    whole: errors.root?.message || null,
    errorOf: (name: Name) => errors[name]?.message,
    summary,
    focus: (name: Name) => focusField(element.current, name),
    formProps: {
      ref: element,
      noValidate: true,
      method: 'post',
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (isBusy || isSending.current) return
        isSending.current = true
        // Password managers may fill a field without an event.
        const data = new FormData(event.currentTarget)
        for (const name of fieldNames) form.setValue(name, String(data.get(name) ?? ''))
        void submit(event).finally(() => {
          isSending.current = false
        })
      },
    } as const,
    field: (name: Name) => {
      const others = checkedWith?.[name]
      return { ...form.register(name, others ? { deps: [...others] } : {}), error: errors[name]?.message }
    },
  }
}

/** Checks the body with the contract's schema, and says what is wrong in the form's own words. */
function resolverOf<Name extends string, Body>(options: ApiFormOptions<Name, Body>): Resolver<Typed<string>> {
  const names = namesOf(options.defaultValues)
  return async (values) => {
    const found = Object.entries<string | undefined>(await findErrors(options, pick(names, values)))
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: 'wrong', message }]))
    return found.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

type Rules<Name extends string, Body> = Pick<
  ApiFormOptions<Name, Body>,
  'defaultValues' | 'toBody' | 'schema' | 'fieldOf' | 'sentence' | 'check'
>

/** Finds what is wrong with the fields before anything is sent, each with its sentence. */
export async function findErrors<Name extends string, Body>(
  { defaultValues, toBody, schema, fieldOf, sentence, check }: Rules<Name, Body>,
  typed: Typed<Name>,
): Promise<Partial<Record<Name, string>>> {
  const errors: Partial<Record<Name, string>> = { ...check?.(typed) }
  // Without the schema (the line is down, or the server has a newer one) the server checks alone.
  const known = await Promise.all([schema(), import('../messages/say-field.ts')]).catch(() => null)
  if (!known) return errors
  const [checked, { sayField }] = known
  for (const issue of checked.safeParse(toBody(typed)).error?.issues ?? []) {
    const name = fieldNamed(issue.path.join('.'), namesOf(defaultValues), fieldOf)
    if (name) errors[name] ??= sentence?.(name, issue) ?? sayField(pageLocale(), issue.message)
  }
  return errors
}

function fieldNamed<Name extends string>(
  bodyField: string,
  names: readonly Name[],
  fieldOf: Readonly<Record<string, Name>> = {},
): Name | undefined {
  return fieldOf[bodyField] ?? names.find((name) => name === bodyField)
}

/** What a refused call says: beside the fields where it names them, else about the whole. */
function problemOf<Name extends string>(
  names: readonly Name[],
  error: unknown,
  fieldOf?: Readonly<Record<string, Name>>,
): FormProblem<Name> {
  if (!(error instanceof ApiError)) return { whole: fallbackMessage() }
  const fields = refusedFields(names, error, fieldOf)
  return Object.keys(fields).length > 0 ? { fields } : { whole: error.message }
}

/** The server's sentences for those of its fields that the form has too. */
export function refusedFields<Name extends string>(
  names: readonly Name[],
  error: unknown,
  fieldOf?: Readonly<Record<string, Name>>,
): Partial<Record<Name, string>> {
  const refused: Partial<Record<Name, string>> = {}
  for (const [bodyField, sentence] of Object.entries(
    error instanceof ApiError ? fieldErrors(error.data) : {},
  )) {
    const name = fieldNamed(bodyField, names, fieldOf)
    if (name) refused[name] ??= sentence
  }
  return refused
}

/** The sentence of a refused call: the server's own, or what to say where none came. */
export function sentenceOf(error: unknown, words: { fallback: string; noConnection: string }): string {
  if (!(error instanceof ApiError)) return words.fallback
  if (error.status === 0) return words.noConnection
  return error.hasSentence ? error.message : words.fallback
}

/** Puts the cursor where the mistake is, and unfolds what hides it. */
function focusField(form: HTMLFormElement | null, field: string): void {
  const found = form?.elements.namedItem(field)
  const input = found instanceof RadioNodeList ? found[0] : found
  if (!(input instanceof HTMLElement)) return
  const folded = input.closest('details')
  if (folded) folded.open = true
  input.focus()
}

function messagesOf<Name extends string>(names: readonly Name[], of: (name: Name) => string | undefined) {
  const messages: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const message = of(name)
    if (message) messages[name] = message
  }
  return messages
}

function namesOf<Name extends string>(values: Typed<Name>): Name[] {
  return Object.keys(values) as Name[]
}

function pick<Name extends string>(names: Name[], values: Typed<string>): Typed<Name> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<Name, string>
}
