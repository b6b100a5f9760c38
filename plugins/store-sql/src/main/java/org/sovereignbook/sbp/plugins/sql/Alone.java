package org.sovereignbook.sbp.plugins.sql;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;

/** The sharing of a store that belongs to one machine, whose locks admit one step at a time. */
public final class Alone implements Sharing {

  @Override
  public Outbox.Claim claim(List<OutboxId> wanted) {
    List<OutboxId> ids = List.copyOf(wanted);
    return new Outbox.Claim() {
      @Override
      public List<OutboxId> ids() {
        return ids;
      }

      @Override
      public void close() {
        // Nothing was taken from anybody.
      }
    };
  }

  @Override
  public Optional<Hold> hold(String component) {
    return Optional.of(
        new Hold() {
          @Override
          public boolean isHeld() {
            return true;
          }

          @Override
          public void close() {
            // Nothing was taken from anybody.
          }
        });
  }

  @Override
  public void check(Sql sql) {
    // Nothing can be lost.
  }

  @Override
  public void close() {
    // Nothing to give back.
  }
}
