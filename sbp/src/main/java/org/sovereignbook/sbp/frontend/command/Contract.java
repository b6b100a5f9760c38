package org.sovereignbook.sbp.frontend.command;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;

/**
 * The guarantees of a subcommand to programs, beyond its arguments: the shape of its {@code --json}
 * document, and the meanings of its own exit codes. Immutable.
 *
 * @param documents the records that it may print; JsonObject for any document
 * @param exits the meanings of exit codes that are this subcommand's own
 */
public record Contract(List<Class<?>> documents, SortedMap<ExitCode, String> exits) {
  /** The contract of a subcommand that no program calls. */
  public static final Contract NONE = prints();

  public Contract {
    documents = List.copyOf(documents);
    exits = Collections.unmodifiableSortedMap(new TreeMap<>(exits));
  }

  public static Contract prints(Class<?>... shapes) {
    return new Contract(List.of(shapes), new TreeMap<>());
  }

  /** Returns the contract in the annotations {@link Prints} and {@link Exit} of a subcommand. */
  static Contract of(Class<? extends Subcommand> command) {
    Prints prints = command.getAnnotation(Prints.class);
    Contract contract = prints == null ? NONE : prints(prints.value());
    for (Exit exit : command.getAnnotationsByType(Exit.class)) {
      contract = contract.exit(exit.code(), exit.means());
    }
    return contract;
  }

  /** Returns a copy with the meaning of an exit code. */
  public Contract exit(ExitCode code, String meaning) {
    SortedMap<ExitCode, String> more = new TreeMap<>(exits);
    more.put(code, meaning);
    return new Contract(documents, more);
  }

  /** Returns a copy with these meanings of exit codes, and no others. */
  Contract exits(SortedMap<ExitCode, String> meanings) {
    return new Contract(documents, meanings);
  }

  /** Returns a copy with the exit code of a command that holds the node's lock. */
  public Contract holdsNode() {
    return exit(ExitCode.BUSY, Exit.NODE_HELD);
  }

  /** Returns the schema of the document; definitions that it refers to are collected beside it. */
  public Optional<JsonObject> output(JsonSchema schemas) {
    return documents.isEmpty()
        ? Optional.empty()
        : Optional.of(schemas.of(documents.toArray(Class<?>[]::new)));
  }
}
