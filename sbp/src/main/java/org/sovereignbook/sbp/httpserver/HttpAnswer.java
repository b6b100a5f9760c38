package org.sovereignbook.sbp.httpserver;

import java.util.SequencedMap;

/** What a request is answered with; length, date and connection are the server's own to say. */
public interface HttpAnswer {
  int status();

  /** Names and values, without line breaks. */
  SequencedMap<String, String> headers();

  /** Sent as it is, unless the request was a {@code HEAD}; never changed. */
  byte[] body();
}
