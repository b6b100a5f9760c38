package org.sovereignbook.sbp.plugins.team;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.society.board.Board;

/**
 * The models of a team's members, for work of features: with a member's role and skills, and within
 * its limits.
 *
 * @param backends by their names
 * @param now whether to call backends that rest after failures
 */
public record MemberModels(Ledger ledger, Function<String, LlmBackend> backends, boolean now) {

  /** Task that was done, as if it were new, with nothing of the team but what it builds on. */
  public static final class PastTask {
    private final MemberPrompt.Known known;

    private PastTask(MemberPrompt.Known known) {
      this.known = known;
    }
  }

  /**
   * Request for an answer that is a record.
   *
   * @param instructions the operator's text
   * @param texts data, by the names of their files, in their order
   * @param file the name of the answer's file
   * @param answer the record's type
   */
  public record Inquiry(
      String instructions,
      Map<String, String> texts,
      String file,
      Class<? extends Record> answer) {}

  /** Returns the skills of a team's members. */
  public Skills skills(Team team) {
    return Skills.of(ledger.node().disk(), team);
  }

  /** Returns a past task; empty when the board has forgotten it. */
  public Optional<PastTask> pastTask(Team team, String id) {
    return ledger.read(
        tx ->
            Board.in(tx).find(id).map(_ -> new PastTask(MemberPrompt.Known.replay(tx, team, id))));
  }

  /** Returns a request to do a past task. */
  public LlmRequest work(TeamMember member, Skills skills, PastTask task) {
    return prompt(member, skills).again(task.known);
  }

  /** Returns a request about a past task, whose text comes before those of the question. */
  public LlmRequest about(TeamMember member, Skills skills, PastTask task, Inquiry question) {
    return prompt(member, skills).about(task.known, question);
  }

  /** Returns a request about the team itself. */
  public LlmRequest about(TeamMember member, Skills skills, Inquiry question) {
    Globs credentials =
        ledger.read(tx -> Access.credentials(tx, Authority.of(Principal.OWNER, TeamRuns.CHANNEL)));
    return prompt(member, skills).about(credentials, question);
  }

  private MemberPrompt prompt(TeamMember member, Skills skills) {
    return new MemberPrompt(ledger.node(), backends.apply(member.provider()), member, skills, "");
  }

  /** Returns the calls of a member's model. */
  public SharedCalls calls(Team team, TeamMember member) {
    return new SharedCalls(
        ledger.node(), backends.apply(member.provider()), MemberModel.limits(team, member), now);
  }

  /**
   * Returns the result in the answer to a task.
   *
   * @throws LlmException when there is none
   */
  public static String result(LlmAnswer answer) throws LlmException {
    return WorkResult.of(answer).text();
  }
}
