package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.Culture;
import org.sovereignbook.sbp.society.memory.GroupFeatures;
import org.sovereignbook.sbp.society.memory.GroupMember;
import org.sovereignbook.sbp.society.memory.GroupNode;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.OutsideMember;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp group}: groups that share items (CORDELIA §7). */
@Command(
    description = "groups that share memory",
    subcommands = {
      GroupCommand.Create.class,
      GroupCommand.ListGroups.class,
      GroupCommand.Show.class,
      GroupCommand.Add.class,
      GroupCommand.Remove.class,
      GroupCommand.SetPosture.class,
      GroupCommand.SetCulture.class,
      GroupCommand.Delete.class
    })
@Example("sbp group create our-team --name 'Our team'")
public final class GroupCommand extends GroupListing {
  private static final String ID = "the group's id";

  /** A group with its members. */
  @Shape.Def("memory_group")
  record GroupView(
      boolean success,
      String id,
      String name,
      Culture culture,
      Timestamp createdAt,
      Optional<GroupRole> role,
      Optional<Posture> posture,
      List<MemberView> members,
      List<GroupNode> nodes) {
    static GroupView of(Transaction tx, Caller caller, Groups.Seen seen) {
      return new GroupView(
          true,
          seen.group().id(),
          seen.group().name(),
          seen.group().culture(),
          Timestamp.ofMillis(seen.group().createdMs()),
          seen.own().map(one -> one.role()),
          seen.own().map(one -> one.posture()),
          seen.members().stream().map(one -> MemberView.of(tx, one)).toList(),
          new GroupFeatures(tx).nodes(seen.group().id()));
    }

    ExitCode print(Output output) {
      output.line("%s  %s, %d members".formatted(id, PeerText.plain(name), members.size()));
      Table table = Table.of("MEMBER", "ROLE", "POSTURE", "SINCE");
      members.forEach(one -> table.row(one.name(), one.role(), one.posture(), one.joinedAt()));
      output.table(table, "no members");
      GroupNodes.print(output, nodes);
      return output.done(this);
    }
  }

  /** A member. */
  @Shape.Def("memory_member")
  record MemberView(
      String entityId, String name, GroupRole role, Posture posture, Timestamp joinedAt) {
    static MemberView of(Transaction tx, GroupMember member) {
      MemoryHolder holder = MemoryHolder.of(tx, member.member());
      return new MemberView(
          holder.id(),
          holder.name(),
          member.role(),
          member.posture(),
          Timestamp.ofMillis(member.joinedMs()));
    }
  }

  /** A command that shows the group that it changed. */
  abstract static class OfGroup extends SocietyCommand<GroupView> {
    @Parameters(index = "0", paramLabel = "GROUP", description = ID)
    @ToolArgument.Of(name = "group_id", also = "id")
    String id = "";

    @Override
    protected List<Authority> shown(Transaction tx, GroupView group) {
      return Groups.causes(tx, List.of(group.id()));
    }

    @Override
    protected ExitCode show(Output output, GroupView group) {
      return group.print(output);
    }
  }

  @Command(name = "create", description = "make a group; you are its owner")
  @Example("sbp group create our-team --name 'Our team'")
  @Exit(code = ExitCode.REFUSED, means = "the id is taken, or you may not")
  @Tool(name = "memory_group_create", set = Toolset.MEMORY, shows = Tool.Text.OWN)
  @Tool.Says(
      "Makes a group whose members share items; you become its owner. Then add members with"
          + " memory_group_add_member.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Create extends SocietyCommand<GroupView> {
    @Parameters(paramLabel = "ID", description = "letters, digits, '.', '_', '-'")
    @ToolArgument.Of(text = "its id: letters, digits, '.', '_', '-'")
    String id = "";

    @Option(names = "--name", paramLabel = "TEXT", description = "its name for people")
    Optional<String> name = Optional.empty();

    @Option(names = "--culture", paramLabel = "JSON", description = "how its members are informed")
    @ToolArgument.Of(
        isObject = true,
        text = "broadcast_eagerness, ttl_default, notification_policy, departure_policy")
    Optional<String> culture = Optional.empty();

    @Override
    protected GroupView work(Transaction tx, Caller caller) {
      return GroupView.of(
          tx,
          caller,
          Groups.create(
              tx,
              caller,
              id,
              name.orElse(id),
              culture.map(GivenJson::object).orElse(JsonObject.empty())));
    }

    @Override
    protected ExitCode show(Output output, GroupView group) {
      return group.print(output);
    }
  }

  /** {@code sbp group list}, the same as {@code sbp group}. */
  @Command(name = "list", description = "your groups")
  @Tool(name = "memory_group_list", set = Toolset.MEMORY, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Lists your groups, with your role in each.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class ListGroups extends GroupListing {}

  @Command(name = "show", description = "a group with its members")
  @Synonyms("members")
  @Example("sbp group show our-team")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such group for you")
  @Tool(name = "memory_group_read", set = Toolset.MEMORY, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Returns a group of yours: its culture, its members with role and posture.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class Show extends OfGroup {
    @Override
    protected GroupView work(Transaction tx, Caller caller) {
      return GroupView.of(tx, caller, Groups.seen(tx, caller, id));
    }
  }

  @Command(name = "add", description = "add a member, or give it another role")
  @Example("sbp group add our-team reader --role member")
  @Exit(code = ExitCode.REFUSED, means = "your role in the group does not allow it")
  @Tool(
      name = "memory_group_add_member",
      set = Toolset.MEMORY,
      shows = Tool.Text.OTHERS,
      repeats = true)
  @Tool.Says(
      "Adds a member to a group, or changes its role. Needs the role admin or owner, and no"
          + " role above your own.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Add extends OfGroup {
    @Parameters(
        index = "1",
        paramLabel = "MEMBER",
        description = "an agent, NAME or NAME@PEER; or owner")
    @ToolArgument.Of(name = "target_entity_id", text = "an agent's name or id, or owner")
    String member = "";

    @Option(names = "--role", description = "what it may do")
    GroupRole role = GroupRole.MEMBER;

    private Optional<OutsideMember> outside = Optional.empty();

    @Override
    protected void prepare(Session session) throws Exception {
      outside = GroupNodes.outside(session, member);
    }

    @Override
    protected GroupView work(Transaction tx, Caller caller) {
      if (outside.isPresent()) {
        new GroupFeatures(tx).add(caller, id, outside.get(), role);
        return GroupView.of(tx, caller, Groups.seen(tx, caller, id));
      }
      MemoryHolder who = MemoryHolder.named(tx, caller, Optional.of(member));
      return GroupView.of(tx, caller, Groups.add(tx, caller, id, who, role));
    }
  }

  @Command(name = "remove", description = "end a membership; your own always")
  @Example("sbp group remove our-team reader")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is no member")
  @Tool(
      name = "memory_group_remove_member",
      set = Toolset.MEMORY,
      shows = Tool.Text.OWN,
      destroys = true)
  @Tool.Says(
      "Ends a membership: your own, or with the role admin another's. From then on it reads"
          + " nothing of the group.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Remove extends SocietyCommand<Remove.Removed> {
    @Parameters(index = "0", paramLabel = "GROUP", description = ID)
    @ToolArgument.Of(name = "group_id")
    String id = "";

    @Parameters(
        index = "1",
        paramLabel = "MEMBER",
        description = "an agent, NAME or NAME@PEER; or owner")
    @ToolArgument.Of(name = "target_entity_id", text = "an agent's name or id, or owner")
    String member = "";

    private Optional<OutsideMember> outside = Optional.empty();

    /** Whether there was such a member. */
    record Removed(boolean success) {}

    @Override
    protected void prepare(Session session) throws Exception {
      outside = GroupNodes.outside(session, member);
    }

    @Override
    protected Removed work(Transaction tx, Caller caller) {
      if (outside.isPresent()) {
        return new Removed(new GroupFeatures(tx).remove(caller, id, outside.get()));
      }
      return new Removed(
          Groups.remove(tx, caller, id, MemoryHolder.named(tx, caller, Optional.of(member))));
    }

    @Override
    protected ExitCode show(Output output, Removed removed) {
      output.line(removed.success() ? "removed" : "it is no member");
      return output.done(removed, removed.success());
    }
  }

  @Command(
      name = "posture",
      description = "your own posture in a group",
      footer = "silent: you are sent no events. emcon: you change no memory but your hot context.")
  @Example("sbp group posture our-team silent")
  @Tool(
      name = "memory_group_posture",
      set = Toolset.MEMORY,
      shows = Tool.Text.OTHERS,
      repeats = true)
  @Tool.Says(
      "Sets your posture in a group: active; silent (no events); emcon (you change no memory"
          + " but your hot context, in any group).")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class SetPosture extends OfGroup {
    @Parameters(index = "1", paramLabel = "WORD", description = "${COMPLETION-CANDIDATES}")
    @ToolArgument.Of(name = "posture", also = "word", text = "your posture")
    Posture posture = Posture.ACTIVE;

    @Override
    protected GroupView work(Transaction tx, Caller caller) {
      return GroupView.of(tx, caller, Groups.posture(tx, caller, id, posture));
    }
  }

  @Command(name = "culture", description = "change how a group informs its members")
  @Example("sbp group culture our-team '{\"broadcast_eagerness\": \"taciturn\"}'")
  @Tool(name = "memory_group_culture", set = Toolset.MEMORY, shows = Tool.Text.OTHERS)
  @Tool.Says("Changes the culture of a group; needs the role admin. Absent parts stay.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class SetCulture extends OfGroup {
    @Parameters(index = "1", paramLabel = "JSON", description = "the parts to change")
    @ToolArgument.Of(name = "culture", isObject = true)
    String culture = "";

    @Override
    protected GroupView work(Transaction tx, Caller caller) {
      return GroupView.of(tx, caller, Groups.culture(tx, caller, id, GivenJson.object(culture)));
    }
  }

  @Command(name = "delete", description = "delete a group; its items are read by nobody any more")
  @Example("sbp group delete our-team")
  @Exit(code = ExitCode.REFUSED, means = "only an owner of the group may")
  @Tool(name = "memory_group_delete", set = Toolset.MEMORY, shows = Tool.Text.OWN, destroys = true)
  @Tool.Says("Deletes a group of which you are an owner. Its items are read by nobody any more.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Delete extends SocietyCommand<Delete.Deleted> {
    @Parameters(paramLabel = "GROUP", description = ID)
    @ToolArgument.Of(name = "group_id")
    String id = "";

    /** The outcome. */
    record Deleted(boolean success, String id) {}

    @Override
    protected Deleted work(Transaction tx, Caller caller) {
      Groups.delete(tx, caller, id);
      return new Deleted(true, id);
    }

    @Override
    protected ExitCode show(Output output, Deleted deleted) {
      output.line("deleted");
      return output.done(deleted);
    }
  }
}
