export function CommentsSkeleton({ word }: { word: string }) {
  return (
    <div role="status">
      <span className="sr-only">{word}</span>
      <div aria-hidden="true" className="grid grid-cols-1 gap-5">
        {['first', 'second', 'third'].map((name) => (
          <div key={name} className="flex gap-3">
            <div className="skeleton size-10 shrink-0 rounded-full" />
            <div className="min-w-0 grow">
              <div className="skeleton h-4 w-32 max-w-full" />
              <div className="skeleton mt-2 h-5 w-full max-w-96" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
