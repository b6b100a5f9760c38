package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Content of a change: what is before and after it.
 *
 * @param bullets all bullets of the prompt after a change of it; the added ones are last
 * @param version of the prompt before it
 * @param before of the model or the role
 * @param after of the model or the role
 * @param seen the tasks that its author was shown, on which it is not tried
 * @param voters the names of those who may vote on it
 * @param approved whether the owner has approved it without enough past tasks, or at level 0
 * @param note what is missing, or its cost
 */
record ChangeProposal(
    List<Bullet> bullets,
    int version,
    Optional<Setup> before,
    Optional<Setup> after,
    List<String> seen,
    List<String> voters,
    boolean approved,
    String note) {
  static final Shape<ChangeProposal> SHAPE = Shape.of(ChangeProposal.class);

  static final ChangeProposal NONE =
      new ChangeProposal(
          List.of(), 0, Optional.empty(), Optional.empty(), List.of(), List.of(), false, "");

  /** Configuration of an agent in the team's files; empty where they say nothing. */
  public record Setup(
      Optional<String> model, Optional<String> role, Optional<List<String>> skills) {}

  JsonObject json() {
    return Shape.write(this);
  }

  public ChangeProposal withBullets(List<Bullet> others, int before, List<String> shown) {
    return new ChangeProposal(others, before, this.before, after, shown, voters, approved, note);
  }

  public ChangeProposal withSetup(Setup old, Setup next) {
    return new ChangeProposal(
        bullets, version, Optional.of(old), Optional.of(next), seen, voters, approved, note);
  }

  public ChangeProposal withVoters(List<String> names) {
    return new ChangeProposal(bullets, version, before, after, seen, names, approved, note);
  }

  public ChangeProposal withNote(String other) {
    return new ChangeProposal(bullets, version, before, after, seen, voters, approved, other);
  }

  public ChangeProposal byOwner() {
    return new ChangeProposal(bullets, version, before, after, seen, voters, true, note);
  }
}
