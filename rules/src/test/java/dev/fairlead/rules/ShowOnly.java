package dev.fairlead.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.Predicate;

/** Holds for a class whose public and protected members, and supertypes, mention allowed types only. */
final class ShowOnly extends ArchCondition<JavaClass> {

    private final Predicate<JavaClass> allowed;

    ShowOnly(String allowedTypes, Predicate<JavaClass> allowed) {
        super("show " + allowedTypes);
        this.allowed = allowed;
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        if (!isShown(type)) {
            return;
        }
        for (var supertype : type.getAllRawSuperclasses()) {
            judge(supertype, type.getFullName() + " extends " + supertype.getName(), events);
        }
        for (var supertype : type.getAllRawInterfaces()) {
            judge(supertype, type.getFullName() + " implements " + supertype.getName(), events);
        }
        for (var member : type.getMembers()) {
            if (isShown(member)) {
                for (var mentioned : mentionedBy(member)) {
                    judge(mentioned, member.getFullName() + " shows " + mentioned.getName(), events);
                }
            }
        }
    }

    private void judge(JavaClass mentioned, String message, ConditionEvents events) {
        if (!allowed.test(mentioned.getBaseComponentType())) {
            events.add(SimpleConditionEvent.violated(mentioned, message));
        }
    }

    private static Set<JavaClass> mentionedBy(JavaMember member) {
        return switch (member) {
            case JavaCodeUnit code -> code.getAllInvolvedRawTypes();
            case JavaField field -> field.getAllInvolvedRawTypes();
            default -> Set.of();
        };
    }

    private static boolean isShown(JavaClass type) {
        return isShown(type.getModifiers())
                && type.getEnclosingClass().map(ShowOnly::isShown).orElse(true);
    }

    private static boolean isShown(JavaMember member) {
        return isShown(member.getModifiers()) && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
