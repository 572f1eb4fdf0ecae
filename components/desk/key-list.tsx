type KeyListProps = { title: string; keys: readonly (readonly [key: string, word: string])[] }

export function KeyList({ title, keys }: KeyListProps) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      <dl className="mt-1 grid grid-cols-[6rem_1fr] gap-y-1">
        {keys.map(([key, word]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-md border border-edge px-1.5 font-sans text-sm font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{word}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
