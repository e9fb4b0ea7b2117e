import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/** Counts seconds down, then goes home; gives those that are left. The page's entry in the history is replaced. */
export const useHomeCountdown = (seconds: number): number => {
  const [left, setLeft] = useState(seconds);
  const navigate = useNavigate();
  useEffect(() => {
    if (left === 0) {
      void navigate('/', { replace: true });
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  return left;
};
