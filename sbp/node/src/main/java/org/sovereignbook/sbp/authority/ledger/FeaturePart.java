package org.sovereignbook.sbp.authority.ledger;

import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The part of a feature in a change of the society: its failure undoes the change, and names it.
 */
public final class FeaturePart {
  private FeaturePart() {}

  /**
   * Returns what the part returns.
   *
   * @throws NodeException when the feature's code fails; what the feature refuses is thrown as it
   *     is, and so is a failure of the machine
   */
  public static <R> R of(Feature feature, Supplier<R> part) {
    return ItemFault.orElse(
        part,
        e -> {
          boolean isMeant =
              e instanceof SocietyException
                  || e instanceof SecretException
                  || e instanceof NodeException
                  || e instanceof SetAsides.ItemFailed;
          throw isMeant ? e : failed(feature, e);
        });
  }

  /** Does the part like {@link #of}. */
  public static void run(Feature feature, Runnable part) {
    boolean _ =
        of(
            feature,
            () -> {
              part.run();
              return true;
            });
  }

  private static NodeException failed(Feature feature, RuntimeException e) {
    return new NodeException(
        "the feature %1$s fails, so that nothing was changed: %2$s; without it:  sbp plugin off %1$s"
            .formatted(feature.name(), ItemFault.reason(e)),
        e);
  }
}
