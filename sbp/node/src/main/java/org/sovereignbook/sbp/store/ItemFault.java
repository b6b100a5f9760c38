package org.sovereignbook.sbp.store;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.OwnershipException;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Distinction of failures within a loop over items that others caused: an item's own failure, after
 * which the item is set aside and the next one is processed, and a failure of the machine, which
 * would hit every item and therefore ends the step. An {@link Error} is never an item's.
 */
public final class ItemFault {
  private static final int MAX_CAUSES = 20;
  private static final int MAX_REASON_CHARACTERS = 300;

  /** Classes of SQL states that a value of a statement causes: data, and integrity constraints. */
  private static final Set<String> OF_VALUES = Set.of("22", "23");

  /** SQLite's primary codes for the same: too big, constraint, mismatch. */
  private static final Set<Integer> OF_SQLITE_VALUES = Set.of(18, 19, 20);

  private static final int PRIMARY_CODE_BITS = 0xff;
  private static final int CLASS_CHARACTERS = 2;

  private ItemFault() {}

  /**
   * Returns whether a failure is that of the item at hand. Everything is, except for what the disk,
   * the database, the settings, the keys or the node's lock could not do.
   */
  public static boolean isOfItem(RuntimeException failure) {
    if (causes(failure).anyMatch(cause -> cause instanceof SQLException sql && isOfValue(sql))) {
      return true;
    }
    return causes(failure).noneMatch(ItemFault::isOfMachine);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(MAX_CAUSES);
  }

  private static boolean isOfMachine(Throwable cause) {
    return cause instanceof StoreException
        || cause instanceof DiskException
        || cause instanceof NodeBusyException
        || cause instanceof ConfigException
        || cause instanceof KeyFileException
        || cause instanceof OwnershipException
        || cause instanceof IOException
        || cause instanceof SQLException
        || cause instanceof InterruptedException
        || cause instanceof Error;
  }

  private static boolean isOfValue(SQLException failure) {
    String state = failure.getSQLState();
    return (state != null && state.length() > CLASS_CHARACTERS)
        ? OF_VALUES.contains(state.substring(0, CLASS_CHARACTERS))
        : OF_SQLITE_VALUES.contains(failure.getErrorCode() & PRIMARY_CODE_BITS);
  }

  /**
   * Returns what is made of one item of many, or the alternative when the item is at fault; code of
   * others that was built against another version of this program is.
   */
  public static <R> R orElse(Supplier<R> work, Function<RuntimeException, R> otherwise) {
    try {
      return work.get();
    } catch (LinkageError e) {
      return otherwise.apply(new IllegalStateException(String.valueOf(e.getMessage()), e));
    } catch (RuntimeException e) {
      if (!isOfItem(e)) {
        throw e;
      }
      return otherwise.apply(e);
    }
  }

  /** Returns the reason in words that are safe to print; it names the kind where none was given. */
  public static String reason(RuntimeException failure) {
    String message = failure.getMessage();
    String kind = failure.getClass().getSimpleName();
    String text = message == null || message.isBlank() ? kind : kind + ": " + message;
    return PeerText.plain(Cut.after(text, MAX_REASON_CHARACTERS));
  }
}
