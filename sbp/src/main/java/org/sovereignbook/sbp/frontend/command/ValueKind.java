package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The kind of a value on the command line, for its check and its completion. */
public enum ValueKind {
  /** No value: an option that is present or not. */
  FLAG,
  TEXT,
  INTEGER,
  /** One of the words in {@link Argument#choices}. */
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
  TASK_ID,
  MAIL_ID,
  EVENT_ID,
  /** A request, or a draft. */
  REQUEST_ID,
  DRAFT_ID,
  MEMORY_ID,
  /** A kind of a feature, which {@link NamedValue} names. */
  OF_FEATURE,
  BACKEND,
  STORE,
  PLUGIN,
  AGENT;

  /** Kinds by label; the label is more specific than the Java type, so it is looked up first. */
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

  private static final Set<String> ID_LABELS = Set.of("ID", "ON", "EVENT", "REQUEST", "DRAFT");

  /** Returns the kind of this name. */
  public static Optional<ValueKind> of(String word) {
    return Words.find(ValueKind.class, word);
  }

  /** Returns whether a node has names for such values, which {@link NodeWords} returns. */
  public boolean isOfNode() {
    return this == URL || compareTo(PEER) >= 0;
  }

  static ValueKind of(ArgSpec arg, String command, String label) {
    if (ID_LABELS.contains(label)) {
      return ofId(command, label, arg);
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

  /** Returns the kind of the ids that a command takes. */
  private static ValueKind ofId(String command, String label, ArgSpec arg) {
    String option = arg instanceof OptionSpec spec ? spec.longestName() : "";
    return switch (command.split(" ", 2)[0]) {
      case "outbox" -> OUTBOX_ID;
      case "inbox" -> INBOX_ID;
      case "task" -> TASK_ID;
      case "mail" -> MAIL_ID;
      case "read", "reply" -> READABLE_ID;
      case "memory", "trust" -> option.isEmpty() || option.equals("--id") ? MEMORY_ID : TEXT;
      case "event" -> option.equals("--task") ? TASK_ID : ofEvent(command);
      case "audit" -> option.equals("--event") ? EVENT_ID : TEXT;
      case "access" -> ofAccess(label);
      case "hook" -> ofEvent(command);
      default -> TEXT;
    };
  }

  /** Returns the kind of EVENT, which is the name of a kind of events in other commands. */
  private static ValueKind ofEvent(String command) {
    return switch (command) {
      case "event show", "hook test", "hook retry" -> EVENT_ID;
      default -> TEXT;
    };
  }

  private static ValueKind ofAccess(String label) {
    return switch (label) {
      case "REQUEST" -> REQUEST_ID;
      case "DRAFT" -> DRAFT_ID;
      case "EVENT" -> EVENT_ID;
      default -> TEXT;
    };
  }

  /** Returns whether the type of a field is a whole number. */
  public static boolean isWholeNumber(Class<?> type) {
    return type == int.class || type == long.class || type == Integer.class || type == Long.class;
  }
}
