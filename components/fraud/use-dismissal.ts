import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { refetchAfterRefusal } from '#components/review/refetch.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { FraudSignal } from '#lib/contract/fraud/calls.ts'

/**
 * Sends the score that the officer saw, because polling may raise it while the note is written. After a
 * refusal for a higher score, refetches first and sends the new score next time.
 */
export function useDismissal({ id, score }: Pick<FraudSignal, 'id' | 'score'>) {
  const client = useQueryClient()
  const [looked, setLooked] = useState({ id, score, wasTold: false })
  const isNew = looked.id !== id || (looked.wasTold && looked.score !== score)
  if (isNew) setLooked({ id, score, wasTold: false })
  const seen = isNew ? score : looked.score
  return async (note: string) => {
    try {
      return await api('POST /users/compliance/fraud-signals/{id}/dismiss/', {
        path: { id },
        body: { note, score: seen, undoable: true },
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'signal_grown') {
        setLooked((now) => (now.id === id ? { ...now, wasTold: true } : now))
        await refetchAfterRefusal(client, deskAnswers.lists('signal'))
      }
      throw error
    }
  }
}
