package org.sovereignbook.sbp.plugins.openai;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Incremental reader of server-sent events, for pieces of any size: lines end with LF, CR or CRLF;
 * a byte order mark and comments are passed over. Beyond the standard, an event without the empty
 * line after it counts at the end of the stream.
 */
final class SseReader {
  /** Receiver of events. */
  interface Events {
    /**
     * Called with each event that has data.
     *
     * @param type {@code message} unless the stream says otherwise
     * @param data the lines of its data
     */
    void event(String type, List<String> data);
  }

  private static final String MESSAGE = "message";
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Events events;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final List<String> data = new ArrayList<>();
  private String type = MESSAGE;
  private boolean afterReturn;
  private boolean first = true;

  SseReader(Events events) {
    this.events = events;
  }

  void feed(byte[] bytes) {
    for (byte each : bytes) {
      boolean ofReturn = afterReturn && each == '\n';
      afterReturn = each == '\r';
      if (each == '\n' || each == '\r') {
        if (!ofReturn) {
          lineEnds();
        }
      } else {
        line.write(each);
      }
    }
  }

  void end() {
    if (line.size() > 0) {
      lineEnds();
    }
    eventEnds();
  }

  private void lineEnds() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (first && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
    first = false;
    if (text.isEmpty()) {
      eventEnds();
      return;
    }
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    String value = rest.startsWith(" ") ? rest.substring(1) : rest;
    switch (field) {
      case "data" -> data.add(value);
      case "event" -> type = value;
      default -> {
        // A comment, an id, or a delay before a new connection.
      }
    }
  }

  private void eventEnds() {
    if (!data.isEmpty()) {
      events.event(type.isEmpty() ? MESSAGE : type, List.copyOf(data));
    }
    data.clear();
    type = MESSAGE;
  }
}
