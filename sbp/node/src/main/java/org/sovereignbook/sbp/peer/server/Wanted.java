package org.sovereignbook.sbp.peer.server;

import java.util.Arrays;
import java.util.Optional;

/** Kind of document that a client prefers. */
enum Wanted {
  PAGE,
  JSON,
  /** The client names neither: each path has its default. */
  ANY;

  private static final String JSON_IN_QUERY = "format=json";

  /**
   * Returns the preference of a request.
   *
   * @param accept the header that the client sent (RFC 9110 §12.5.1)
   * @param query {@code format=json}, which pages link to, goes before the header
   */
  static Wanted of(Optional<String> accept, String query) {
    if (Arrays.asList(query.split("&")).contains(JSON_IN_QUERY)) {
      return JSON;
    }
    double page = quality(accept.orElse(""), "text/html");
    double json = quality(accept.orElse(""), "application/json");
    return page > json ? PAGE : json > page ? JSON : ANY;
  }

  private static double quality(String accept, String type) {
    double found = 0;
    for (String range : accept.split(",")) {
      String[] parts = range.split(";", -1);
      if (parts[0].strip().equalsIgnoreCase(type)) {
        found = 1;
        for (int i = 1; i < parts.length; i++) {
          String parameter = parts[i].strip();
          if (parameter.matches("q=[01](\\.\\d{0,3})?")) {
            found = Double.parseDouble(parameter.substring(2));
          }
        }
      }
    }
    return found;
  }
}
