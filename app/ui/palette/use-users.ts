/** The members of the account whose name or email begins with the search. */
import { useEffect, useState } from "react";
import { PALETTE_USERS_MAX, PALETTE_SEARCH_DEBOUNCE_MS } from "~/domain/limits";
import { callApi } from "../session/call-api";

interface FoundUser {
  id: string;
  name: string;
  email: string;
}

const NO_USERS: readonly FoundUser[] = [];

/** Asks the API a moment after the last key. Empty without a search, and while the server cannot be reached. */
export function useUsers(search: string): readonly FoundUser[] {
  const [found, setFound] = useState(NO_USERS);
  const wanted = search.trim();
  useEffect(() => {
    if (wanted === "") return;
    let isLatest = true;
    const timer = setTimeout(() => {
      const path = `/api/account/users?${new URLSearchParams({ search: wanted }).toString()}`;
      void callApi<{ users: FoundUser[] }>("GET", path).then((reply) => {
        if (isLatest) setFound(reply.ok ? reply.data.users.slice(0, PALETTE_USERS_MAX) : []);
      });
    }, PALETTE_SEARCH_DEBOUNCE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return wanted === "" ? NO_USERS : found;
}
