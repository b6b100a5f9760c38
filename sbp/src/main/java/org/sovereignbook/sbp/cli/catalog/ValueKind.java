package org.sovereignbook.sbp.cli.catalog;

import java.nio.file.Path;
import java.util.Map;
import org.sovereignbook.sbp.protocol.Endpoint;
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
  OUTBOX_ID;

  /** The label of a value says more than its Java type, so it is asked first. */
  private static final Map<String, ValueKind> BY_LABEL =
      Map.of(
          "PEER", PEER,
          "FILE", FILE,
          "DIR", FOLDER,
          "GITREPO", FOLDER,
          "URL", URL);

  static ValueKind of(ArgSpec arg, String command, String label) {
    if (label.equals("ID")) {
      return command.startsWith("outbox") ? OUTBOX_ID : INBOX_ID;
    }
    ValueKind labelled = BY_LABEL.get(label);
    if (labelled != null) {
      return labelled;
    }
    Class<?> type = arg.typeInfo().isMap() ? Map.class : arg.auxiliaryTypes()[0];
    if (type == Map.class) {
      return PAIR;
    }
    if (type.isEnum() || arg.completionCandidates() != null) {
      return CHOICE;
    }
    if (type == Path.class) {
      return FILE;
    }
    if (type == Endpoint.class) {
      return URL;
    }
    boolean integer = type == int.class || type == long.class || type == Integer.class;
    return integer ? INTEGER : TEXT;
  }
}
