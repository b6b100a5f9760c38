package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.ItemPointer;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.mail.Bus;
import org.sovereignbook.sbp.society.memory.MemorySession;
import org.sovereignbook.sbp.society.sessions.MemberTurns;

/**
 * The prompt of a member's model. Its instructions hold only the operator's texts: the role and the
 * skills. Texts of others (tasks, results, mail, the bus, the conversation) are inputs, fenced and
 * marked as data, each cut at {@code teams.max_input_bytes}.
 *
 * @param memory what the member remembers; empty if nothing
 */
record MemberPrompt(
    Node node, LlmBackend backend, TeamMember member, Skills skills, String memory) {
  private static final String CUT = "\n[cut here: there is more than a model is shown]\n";
  private static final String HANDED_ON = "environment";
  private static final int MAX_BUS_ENTRIES = 200;

  /**
   * The known facts on a task when work on it begins, as far as its cause may see them.
   *
   * @param sources the items of the team's group that its text and those results are
   * @param authors the authorities of those that wrote the results, reviews and values that it
   *     shows
   * @param credentials the names of those that may reach a process that works on it
   * @param seesShared whether its cause may see what the members have said and done
   */
  record Known(
      Task task,
      List<TaskAttempt> attempts,
      List<Task> blockers,
      List<Optional<String>> blockerResults,
      List<Bus.Entry> bus,
      List<MemberTurns.Exchange> turns,
      List<TeamGroup.Shared> shared,
      List<String> sources,
      List<Authority> authors,
      Globs credentials,
      boolean seesShared) {

    static Known of(Transaction tx, TeamRuns.Run run, Team team, TeamMember member, String task) {
      Board board = Board.in(tx);
      Task found = board.task(task);
      List<Task> blockers = new ArrayList<>();
      List<Optional<String>> results = new ArrayList<>();
      List<String> sources =
          new ArrayList<>(found.description().map(ItemPointer::items).orElse(List.of()));
      for (String id : found.blockedBy()) {
        blockers.add(board.task(id));
        Optional<String> result = result(board.attempts(id));
        result.ifPresent(text -> sources.addAll(ItemPointer.items(text)));
        results.add(result.map(text -> whole(tx, team, text)));
      }
      Authority cause = tx.authority(found.row().authorityId()).orElse(Authority.SYSTEM);
      List<Authority> authors =
          new ArrayList<>(
              board.authors(Stream.concat(Stream.of(task), found.blockedBy().stream()).toList()));
      boolean seesShared =
          Stream.concat(Stream.of(cause), authors.stream())
              .allMatch(one -> Access.data(tx, one) != DataAccess.NONE);
      List<Bus.Entry> bus = seesShared ? bus(tx, run) : List.of();
      authors.addAll(Bus.causes(tx, bus.stream().map(Bus.Entry::address).toList()));
      return new Known(
          found.description().isEmpty()
              ? found
              : found.saying(whole(tx, team, found.description().get())),
          board.attempts(task),
          blockers,
          results,
          bus,
          seesShared
              ? new MemberTurns(tx)
                  .newest(Agents.named(tx, member.id()), run.id(), member.shortTermTurns(), cause)
              : List.of(),
          seesShared && team.group().isPresent() ? team.group().get().shown(tx) : List.of(),
          team.group().isPresent() ? sources : List.of(),
          authors,
          Access.credentials(tx, cause),
          seesShared);
    }

    /** Returns a past task as if it were new, with nothing of the team but what it builds on. */
    static Known replay(Transaction tx, Team team, String task) {
      Task found = Board.in(tx).task(task);
      List<Task> blockers = found.blockedBy().stream().map(Board.in(tx)::task).toList();
      List<Optional<String>> results =
          blockers.stream()
              .map(blocker -> result(Board.in(tx).attempts(blocker.id())))
              .map(result -> result.map(text -> whole(tx, team, text)))
              .toList();
      Authority cause = tx.authority(found.row().authorityId()).orElse(Authority.SYSTEM);
      return new Known(
          found.description().isEmpty()
              ? found
              : found.saying(whole(tx, team, found.description().get())),
          List.of(),
          blockers,
          results,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          Access.credentials(tx, cause),
          false);
    }

    /** Returns a text of the board, or the item of the team's group that it stands for. */
    private static String whole(Transaction tx, Team team, String text) {
      return team.group().isEmpty() ? text : TeamGroup.text(tx, team.group().get().id(), text);
    }

    /** Returns the bus entries of members, without those from earlier runs. */
    private static List<Bus.Entry> bus(Transaction tx, TeamRuns.Run run) {
      List<String> members =
          TeamRuns.members(tx, run.id()).stream().map(TeamRuns.Member::name).toList();
      return Bus.list(tx, Optional.empty()).stream()
          .filter(
              entry ->
                  entry.at().toEpochMilli() >= run.startedMs() || !members.contains(entry.agent()))
          .limit(MAX_BUS_ENTRIES)
          .toList();
    }

    /** Returns the latest submitted result. */
    Optional<String> result() {
      return result(attempts);
    }

    private static Optional<String> result(List<TaskAttempt> attempts) {
      return attempts.reversed().stream().flatMap(one -> one.result().stream()).findFirst();
    }
  }

  /** A planner's present limits. */
  record PlanLimits(List<String> roles, int maxTasks) {}

  LlmRequest work(Known known, List<GivenMail> mails, List<EpisodeStore.Recalled> recalled) {
    List<LlmRequest.Input> inputs = common(known, mails, recalled);
    return request(
        known, "TEAM-WORKER.md", inputs, new LlmRequest.OutputFile("result.md", Optional.empty()));
  }

  LlmRequest plan(
      Known known, List<GivenMail> mails, List<EpisodeStore.Recalled> recalled, PlanLimits limits) {
    List<LlmRequest.Input> inputs = new ArrayList<>(common(known, mails, recalled));
    JsonObject json = Shape.write(limits);
    inputs.add(new LlmRequest.Input("limits.json", JsonWriter.file(json), false));
    return request(
        known,
        "TEAM-PLANNER.md",
        inputs,
        new LlmRequest.OutputFile("plan.json", Optional.of(JsonSchema.strict(PlanAnswer.class))));
  }

  LlmRequest review(Known known, List<GivenMail> mails) {
    List<LlmRequest.Input> inputs = new ArrayList<>();
    some(MemorySession.INPUT, memory).ifPresent(inputs::add);
    mail(mails).ifPresent(inputs::add);
    inputs.add(task(known.task()));
    blockers(known).ifPresent(inputs::add);
    reviews(known).ifPresent(inputs::add);
    inputs.add(data("result.md", known.result().orElse("(no result was submitted)")));
    return request(
        known,
        "TEAM-REVIEWER.md",
        inputs,
        new LlmRequest.OutputFile(
            "review.json", Optional.of(JsonSchema.strict(ReviewAnswer.class))));
  }

  /** Asks for the result of a past task. */
  LlmRequest again(Known known) {
    return work(known, List.of(), List.of());
  }

  /** Asks about a task. */
  LlmRequest about(Known known, MemberModels.Inquiry question) {
    List<LlmRequest.Input> inputs = new ArrayList<>();
    inputs.add(task(known.task()));
    blockers(known).ifPresent(inputs::add);
    return about(known.credentials(), inputs, question);
  }

  /** Asks about the team itself. */
  LlmRequest about(Globs credentials, MemberModels.Inquiry question) {
    return about(credentials, List.of(), question);
  }

  private LlmRequest about(
      Globs credentials, List<LlmRequest.Input> first, MemberModels.Inquiry question) {
    Stream<LlmRequest.Input> texts =
        question.texts().entrySet().stream().map(each -> data(each.getKey(), each.getValue()));
    return request(
        credentials,
        question.instructions(),
        Stream.concat(first.stream(), texts).toList(),
        new LlmRequest.OutputFile(
            question.file(), Optional.of(JsonSchema.strict(question.answer()))));
  }

  private LlmRequest request(
      Known known, String prompt, List<LlmRequest.Input> inputs, LlmRequest.OutputFile output) {
    return request(known.credentials(), Resources.text("prompts/" + prompt), inputs, output);
  }

  private LlmRequest request(
      Globs credentials,
      String prompt,
      List<LlmRequest.Input> inputs,
      LlmRequest.OutputFile output) {
    String instructions =
        """
        %s
        ## Who you are

        You are %s.

        %s
        """
            .formatted(prompt, member.id(), member.role().strip());
    String told = skills.of(member);
    return new LlmRequest(
        component(member.id()),
        LlmRequest.Mode.ANSWER,
        told.isEmpty() ? instructions : instructions + "\n## Your skills\n\n" + told + "\n",
        inputs,
        output,
        Optional.empty(),
        SharedCalls.budget(node.config()),
        AgentRunner.context(
            node,
            within(
                credentials, member.settings(node.config().section(backend.settingsSection())))));
  }

  /**
   * Returns the backend's settings with only those environment variables that the cause of the task
   * may have.
   */
  private static Config within(Globs credentials, Config settings) {
    Optional<List<String>> names = settings.json().array(HANDED_ON).flatMap(JsonArray::strings);
    return names.isEmpty()
        ? settings
        : settings.withJson(
            HANDED_ON,
            JsonArray.ofStrings(names.get().stream().filter(credentials::contains).toList()));
  }

  /** Returns the component under which the calls are recorded. */
  static String component(String id) {
    return "team:" + id;
  }

  private List<LlmRequest.Input> common(
      Known known, List<GivenMail> mails, List<EpisodeStore.Recalled> recalled) {
    List<LlmRequest.Input> inputs = new ArrayList<>();
    some(MemorySession.INPUT, memory).ifPresent(inputs::add);
    some(
            "recall.md",
            recalled.stream()
                .map(one -> "# Task %s%n%n%s%n%n".formatted(one.task(), one.text()))
                .collect(Collectors.joining()))
        .ifPresent(inputs::add);
    conversation(known).ifPresent(inputs::add);
    shared(known).ifPresent(inputs::add);
    bus(known).ifPresent(inputs::add);
    mail(mails).ifPresent(inputs::add);
    blockers(known).ifPresent(inputs::add);
    reviews(known).ifPresent(inputs::add);
    inputs.add(task(known.task()));
    return inputs;
  }

  private LlmRequest.Input task(Task task) {
    return data(
        "task.md",
        "id: %s\nattempt: %d\ntitle: %s\n\n%s"
            .formatted(
                task.id(), task.row().attempt(), task.title(), task.description().orElse("")));
  }

  private Optional<LlmRequest.Input> blockers(Known known) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < known.blockers().size(); i++) {
      Task blocker = known.blockers().get(i);
      text.append("# ").append(blocker.title()).append(" (").append(blocker.id()).append(")\n\n");
      text.append(known.blockerResults().get(i).orElse("(no result)")).append("\n\n");
    }
    return some("blockers.md", text.toString());
  }

  /** Returns the rejected attempts with the comments of their reviewers. */
  private Optional<LlmRequest.Input> reviews(Known known) {
    StringBuilder text = new StringBuilder();
    for (TaskAttempt attempt : known.attempts()) {
      if (attempt.row().number() == known.task().row().attempt()
          && known.task().state() != TaskState.PENDING) {
        continue;
      }
      List<TaskAttempt.Review> said =
          attempt.reviews().stream().filter(review -> review.row().score().isPresent()).toList();
      if (!said.isEmpty()) {
        text.append("# Attempt ").append(attempt.row().number()).append("\n\n");
        said.forEach(
            review ->
                text.append(
                    "%s: %d of 100. %s%n"
                        .formatted(
                            review.reviewer(),
                            review.row().score().orElseThrow(),
                            review.comment().orElse(""))));
        text.append("\nThe submitted result:\n\n")
            .append(attempt.result().orElse(""))
            .append("\n\n");
      }
    }
    return some("reviews.md", text.toString());
  }

  private Optional<LlmRequest.Input> shared(Known known) {
    return some(
        "shared.md",
        known.shared().stream()
            .map(item -> "# %s (%s)\n\n%s\n\n".formatted(item.title(), item.item(), item.text()))
            .collect(Collectors.joining()));
  }

  private Optional<LlmRequest.Input> bus(Known known) {
    return some(
        "bus.md",
        known.bus().stream()
            .flatMap(entry -> entry.value().map(it -> entry.address() + ": " + it + "\n").stream())
            .collect(Collectors.joining()));
  }

  private Optional<LlmRequest.Input> mail(List<GivenMail> mails) {
    return some("mail.md", mails.stream().map(MemberPrompt::text).collect(Collectors.joining()));
  }

  private static String text(GivenMail mail) {
    return "from %s (%s):\n%s\n\n".formatted(mail.mail().sender(), mail.mail().type(), mail.body());
  }

  /** Returns the oldest mails that fit into a prompt, at least one. */
  List<GivenMail> fitting(List<GivenMail> mails) {
    int left = node.config().get(TeamSettings.MAX_INPUT_BYTES);
    List<GivenMail> fitting = new ArrayList<>();
    for (GivenMail mail : mails) {
      left -= text(mail).getBytes(StandardCharsets.UTF_8).length;
      if (left < 0 && !fitting.isEmpty()) {
        break;
      }
      fitting.add(mail);
    }
    return fitting;
  }

  private Optional<LlmRequest.Input> conversation(Known known) {
    return some(
        "conversation.md",
        known.turns().stream()
            .map(
                turn ->
                    "# Asked\n\n%s\n\n# Answered\n\n%s\n\n"
                        .formatted(turn.asked(), turn.answered()))
            .collect(Collectors.joining()));
  }

  private Optional<LlmRequest.Input> some(String name, String text) {
    return text.isBlank() ? Optional.empty() : Optional.of(data(name, text));
  }

  private LlmRequest.Input data(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(bytes.length, node.config().get(TeamSettings.MAX_INPUT_BYTES));
    while (end < bytes.length && end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    String shown =
        end == bytes.length ? text : new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
    return new LlmRequest.Input(name, shown, true);
  }
}
