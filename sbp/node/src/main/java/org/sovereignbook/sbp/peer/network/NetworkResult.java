package org.sovereignbook.sbp.peer.network;

import java.util.List;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.node.Wording;

/**
 * Result of one run of network.
 *
 * @param asked how many peers were asked for their endorsements
 * @param failedFetches how many fetches, of endorsements or identities, brought nothing valid
 * @param endorsementsStored how many new endorsements were kept
 * @param endorsementsRefused how many were not valid
 * @param added the keys that are new in the peer table
 * @param rotated the new keys of peers whose row moved
 * @param promoted from known to endorsed
 * @param unsubscribed no longer followed
 * @param subscribed followed from now on
 * @param announced the peers for whom an announce was put into the outbox
 * @param seeds the seeds that the node has joined through, because they are back
 */
record NetworkResult(
    int asked,
    int failedFetches,
    int endorsementsStored,
    int endorsementsRefused,
    List<PublicKey> added,
    List<PublicKey> rotated,
    List<PublicKey> promoted,
    List<PublicKey> unsubscribed,
    List<PublicKey> subscribed,
    List<PublicKey> announced,
    List<PublicKey> seeds)
    implements StepResult {

  public NetworkResult {
    added = List.copyOf(added);
    rotated = List.copyOf(rotated);
    promoted = List.copyOf(promoted);
    unsubscribed = List.copyOf(unsubscribed);
    subscribed = List.copyOf(subscribed);
    announced = List.copyOf(announced);
    seeds = List.copyOf(seeds);
  }

  /** Returns whether nothing changed and nothing is to be sent. */
  @Override
  public boolean idle() {
    return endorsementsStored
            + added.size()
            + rotated.size()
            + promoted.size()
            + unsubscribed.size()
            + subscribed.size()
            + announced.size()
            + seeds.size()
        == 0;
  }

  @Override
  public String summary() {
    return (seeds.isEmpty()
            ? ""
            : "joined through %s, ".formatted(Wording.counted(seeds.size(), "seed")))
        + "asked %s (%s failed), stored %s (%d refused), added %d, "
            .formatted(
                Wording.counted(asked, "peer"),
                Wording.counted(failedFetches, "fetch"),
                Wording.counted(endorsementsStored, "endorsement"),
                endorsementsRefused,
                added.size())
        + (rotated.isEmpty() ? "" : "moved %d to a new key, ".formatted(rotated.size()))
        + "promoted %d, unsubscribed from %d, subscribed to %d, announced to %d"
            .formatted(promoted.size(), unsubscribed.size(), subscribed.size(), announced.size());
  }
}
