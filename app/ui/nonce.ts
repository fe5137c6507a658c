/** The nonce of the page being rendered; empty in the browser, where it must not be read back. */
import { createContext } from "react";

export const NonceContext = createContext("");
