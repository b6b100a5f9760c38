package org.sovereignbook.sbp.runtime.feature;

import java.util.function.ToIntBiFunction;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.store.Store;

/**
 * Work of a step in the society, in transactions of its own. A failure is logged, and the rest of
 * the step is done.
 *
 * @param kind of the event that reports a failure, a word
 * @param otherwise the consequence of a failure, for people
 */
public record SocietyWork(String kind, String otherwise, Work work) {

  @FunctionalInterface
  public interface Work {
    void on(Ledger ledger, Store store);
  }

  /**
   * Work that sends something by itself, which the result of the step counts.
   *
   * @param sends returns how much it has sent
   */
  public record SendingWork(ToIntBiFunction<Ledger, Store> sends) implements Work {
    /** Returns how much was sent. */
    int send(Ledger ledger, Store store) {
      return sends.applyAsInt(ledger, store);
    }

    @Override
    public void on(Ledger ledger, Store store) {
      int _ = send(ledger, store);
    }
  }
}
