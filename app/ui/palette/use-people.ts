/** The members of the account whose name or email begins with the search. */
import { useEffect, useState } from "react";
import { PALETTE_PEOPLE_MAX, PALETTE_SEARCH_DEBOUNCE_MS } from "~/domain/limits";
import { callApi } from "../session/call-api";

interface FoundPerson {
  id: string;
  name: string;
  email: string;
}

const NO_PEOPLE: readonly FoundPerson[] = [];

/** Asks the API a moment after the last key. Empty without a search, and while the server cannot be reached. */
export function useUsers(search: string): readonly FoundPerson[] {
  const [found, setFound] = useState(NO_PEOPLE);
  const wanted = search.trim();
  useEffect(() => {
    if (wanted === "") return;
    let isLatest = true;
    const timer = setTimeout(() => {
      const path = `/api/account/users?${new URLSearchParams({ search: wanted }).toString()}`;
      void callApi<{ users: FoundPerson[] }>("GET", path).then((reply) => {
        if (isLatest) setFound(reply.ok ? reply.data.users.slice(0, PALETTE_PEOPLE_MAX) : []);
      });
    }, PALETTE_SEARCH_DEBOUNCE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return wanted === "" ? NO_PEOPLE : found;
}
