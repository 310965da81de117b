"""What people do: talk, edit, delete, react, click, type commands, fill in forms."""

from collections.abc import Iterable, Mapping
from typing import Any

from . import commands, payloads
from .commands import ON_MESSAGE, Choice
from .core import Core
from .errors import Impossible
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, InteractionResult
from .posting import Draft, change_thread, post, remove, revise, tell
from .world import Channel, Message, User, in_channel, walk

JSON = dict[str, Any]


class People(Core):
    async def say(self, channel, user, content, *, reply_to=None, at=None, deliver=True) -> Message:
        """Write a message, stamped by the clock or with the moment given.

        With `deliver` off the gateway is not told: the message is in the history only, until
        `deliver` is called with it.
        """
        self._may_write(channel, user)
        allowed = {"parse": ["users", "roles", "everyone"], "replied_user": True}
        made = Draft(content, allowed=allowed)
        return post(self, channel, user, made, reply=reply_to, at=at, deliver=deliver)

    async def deliver(self, message: Message) -> None:
        tell(self, "MESSAGE_CREATE", message)

    async def edit(self, message: Message, content: str) -> Message:
        self._still_there(message)
        revise(self, message, {"content": content}, {})
        return message

    async def delete(self, message: Message) -> None:
        self._still_there(message)
        remove(self, message.channel, message)

    async def purge(self, channel: Channel, messages: Iterable[Message]) -> None:
        remove(self, channel, *messages, at_once=True)

    def _still_there(self, message: Message) -> None:
        if message.deleted or message.channel.deleted:
            raise Impossible(f"{message!r} is deleted")

    def _may_write(self, channel: Channel, user: User) -> None:
        speak = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if channel.deleted:
            raise Impossible(f"{channel.name} is deleted")
        if channel.guild is not None and not self.world.may(channel, speak, user=user):
            raise Impossible(f"{user.name} may not write in {channel.name}")
        if channel.locked and not self.world.may(channel, "manage_threads", user=user):
            raise Impossible(f"{channel.name} is locked")
        if channel.archived:
            change_thread(self, channel, archived=False)

    def click(self, message: Message, label_or_id: str, user: User) -> InteractionResult:
        part = self._component(message, label_or_id, user)
        data: JSON = {"custom_id": part["custom_id"], "component_type": 2, "id": part.get("id", 1)}
        return self._ask(COMPONENT, message.channel, user, data, f"click on {label_or_id}", message)

    def _component(self, message: Message, wanted: str, user: User) -> JSON:
        if message.deleted or (message.only_for is not None and message.only_for is not user):
            raise Impossible(f"{user.name} does not see that message")
        if not self.world.may(message.channel, "view_channel", user=user):
            raise Impossible(f"{user.name} does not see {message.channel.name}")
        for part in walk(message.components):
            if part["type"] == 2 and wanted in (part.get("label"), part.get("custom_id")):
                if part.get("disabled"):
                    raise Impossible(f"{wanted!r} is disabled")
                return part
        raise Impossible(f"no button {wanted!r} on {message!r}")

    def slash(self, channel, user, command, /, **options) -> InteractionResult:
        return self._command(COMMAND, channel, user, command, options)

    def menu(self, message: Message, user: User, name: str) -> InteractionResult:
        self._still_there(message)
        channel = message.channel
        if not self.world.may(channel, "use_application_commands", user=user):
            raise Impossible(f"{user.name} may not use commands in {channel.name}")
        found = self.commands.find(name, channel, ON_MESSAGE)
        data = Choice(self.world, channel, user).on_message(found, message)
        return self._ask(COMMAND, channel, user, data, f"{name} on a message")

    def autocomplete(self, channel, user, command, option, text, /, **options) -> InteractionResult:
        """Type into an option; the result's `choices` are what is suggested."""
        values = options | {option: text}
        return self._command(AUTOCOMPLETE, channel, user, command, values, focused=option)

    def _command(self, kind, channel, user, words, values, focused="") -> InteractionResult:
        if not self.world.may(channel, "use_application_commands", user=user):
            raise Impossible(f"{user.name} may not use commands in {channel.name}")
        first, *path = words.split()
        found = self.commands.find(first, channel)
        data = Choice(self.world, channel, user).data(found, path, values, focused=focused)
        return self._ask(kind, channel, user, data, f"/{words}")

    def modal_submit(self, form: InteractionResult, values: Mapping[str, Any]) -> InteractionResult:
        """Fill in the form that was the answer to an interaction, by custom ids, and send it.

        People, roles and channels are chosen as such, words by value or label; what is left out
        stays as the form shows it.
        """
        if form.modal is None:
            raise Impossible(f"{form.name} was not answered with a form")
        unknown = values.keys() - set(form.fields)
        if unknown:
            raise Impossible(f"the form has no {sorted(unknown)}")
        choice = Choice(self.world, form.channel, form.user)
        parts = [commands.filled(part, values, choice) for part in form.modal["components"]]
        data: JSON = {"custom_id": form.modal["custom_id"], "components": parts}
        if choice.resolved:
            data["resolved"] = choice.resolved
        name = f"form {form.modal['custom_id']}"
        source = () if form.source is None else (form.source,)
        return self._ask(MODAL, form.channel, form.user, data, name, *source)

    def _ask(self, kind, channel, user, data, name, *source) -> InteractionResult:
        key = self.ids.mint()
        token = f"interaction-{key:x}"
        asked = InteractionResult(key, token, kind, user, channel, self.bell, name, *source)
        self.interactions[asked.token] = asked
        body = self._interaction(asked, data)
        self.gateway.dispatch("INTERACTION_CREATE", lambda _: body, channel.guild, newest_only=True)
        return asked

    def _interaction(self, asked: InteractionResult, data: JSON) -> JSON:
        bot, channel, guild = self.world.bot, asked.channel, asked.channel.guild
        body: JSON = {
            **payloads.ids(id=asked, application_id=bot, channel_id=channel),
            "type": asked.kind,
            "token": asked.token,
            "version": 1,
            "data": data,
            "channel": payloads.resolved_channel(channel, asked.user),
            "app_permissions": str(int(in_channel(channel, bot))),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
            "context": 0 if guild else 1,
            "attachment_size_limit": self.attachment_limit,
        }
        if asked.source is not None:
            body["message"] = payloads.message(self.world, asked.source)
        if guild is None:
            return body | {"user": payloads.user(asked.user)}
        rights = str(int(in_channel(channel, asked.user)))
        member = payloads.member(guild.members[asked.user.id]) | {"permissions": rights}
        about = {"id": str(guild.id), "locale": "en-US", "features": []}
        told = {"guild": about, "guild_locale": "en-US", "member": member}
        return body | payloads.ids(guild_id=guild) | told
