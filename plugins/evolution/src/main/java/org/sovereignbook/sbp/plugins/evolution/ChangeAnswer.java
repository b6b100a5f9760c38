package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.Optional;

/**
 * The proposal of a change by a model: bullets for the prompt, or a role with its skills.
 *
 * @param role empty for a change of the prompt
 */
record ChangeAnswer(List<NewBullet> bullets, Optional<String> role, Optional<List<String>> skills) {
  /** Bullet without its id. */
  record NewBullet(String text, String reason, String prediction) {
    Bullet bullet() {
      return new Bullet("", text.strip(), reason.strip(), prediction.strip());
    }
  }

  List<Bullet> added() {
    return bullets.stream().map(NewBullet::bullet).toList();
  }
}
