package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/**
 * A {@link SocietyCommand} that can widen permissions, with the options for the proof of the owner.
 *
 * @param <R> the result of the transaction
 */
public abstract class WideningCommand<R> extends SocietyCommand<R> implements Widening {
  @Mixin OwnerOptions asOwner = new OwnerOptions();

  @Override
  public final OwnerOptions asOwner() {
    return asOwner;
  }
}
