package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import picocli.CommandLine.Model.ArgSpec;

/** What a value of the command line is: enough to check one, and to complete one. */
public enum ValueKind {
  /** None: an option that is there or not. */
  FLAG,
  TEXT,
  INTEGER,
  /** One of the words that stand in {@link Argument#choices}. */
  CHOICE,
  FILE,
  FOLDER,
  URL,
  /** KEY=VALUE. */
  PAIR,
  PEER,
  INBOX_ID,
  OUTBOX_ID,
  /** A piece or a message. */
  READABLE_ID,
  BACKEND,
  STORE,
  PLUGIN,
  AGENT;

  /** The label of a value says more than its Java type, so it is asked first. */
  private static final Map<String, ValueKind> BY_LABEL =
      Map.of(
          "PEER", PEER,
          "BACKEND", BACKEND,
          "STORE", STORE,
          "PLUGIN", PLUGIN,
          "AGENT", AGENT,
          "FILE", FILE,
          "DIR", FOLDER,
          "GITREPO", FOLDER,
          "URL", URL);

  /** The kind that is spelled so, as everywhere. */
  public static Optional<ValueKind> of(String word) {
    return Words.find(ValueKind.class, word);
  }

  /** Whether a node has names for such values, which {@link NodeWords} knows. */
  public boolean isOfNode() {
    return this == URL || compareTo(PEER) >= 0;
  }

  static ValueKind of(ArgSpec arg, String command, String label) {
    if (label.equals("ID")) {
      return command.startsWith("outbox")
          ? OUTBOX_ID
          : command.startsWith("inbox") ? INBOX_ID : READABLE_ID;
    }
    ValueKind labelled = BY_LABEL.get(label);
    if (labelled != null) {
      return labelled;
    }
    Class<?> type = arg.typeInfo().isMap() ? Map.class : arg.auxiliaryTypes()[0];
    if (type == Map.class) {
      return PAIR;
    }
    if (type.isEnum() || type == Boolean.class || arg.completionCandidates() != null) {
      return CHOICE;
    }
    if (type == Path.class) {
      return FILE;
    }
    if (type == Endpoint.class) {
      return URL;
    }
    return isWholeNumber(type) ? INTEGER : TEXT;
  }

  /** Of the type of a field. */
  public static boolean isWholeNumber(Class<?> type) {
    return type == int.class || type == long.class || type == Integer.class || type == Long.class;
  }
}
