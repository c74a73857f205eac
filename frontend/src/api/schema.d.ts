/** Made by `npm run api` from the platform's OpenAPI document; do not edit. */

export interface paths {
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["agents_list"];
        put?: never;
        post: operations["agents_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["agents_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Rename, describe, archive; all else only while it has no runs. */
        patch: operations["agents_partial_update"];
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["audit_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blobs/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["blobs_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaigns_list"];
        put?: never;
        /** @description Plan a campaign; it is a draft until it is launched. */
        post: operations["campaigns_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaigns_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Change a draft; once launched only `evaluators` can be added. */
        patch: operations["campaigns_partial_update"];
        trace?: never;
    };
    "/api/campaigns/{id}/adjudicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Decide about one of them: a grade sheet with the others' answers, names hidden. */
        post: operations["campaigns_adjudicate_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The figures are final. */
        post: operations["campaigns_close_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Runs whose grades differ and that nobody is deciding about. */
        get: operations["campaigns_disputes_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/gold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Add a run whose right answers are known. */
        post: operations["campaigns_gold_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/infrastructure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Rule, before it is graded, that a run was ended by the phone or its surroundings. */
        post: operations["campaigns_infrastructure_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Let a judge look at every run that has ended; runs it has judged are left as they are. */
        post: operations["campaigns_judge_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Freeze the plan and queue the runs; 400 `incomplete` with what is missing. */
        post: operations["campaigns_launch_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["campaigns_pause_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The figures so far, and drawings of them (SVG). */
        get: operations["campaigns_report_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/report/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The report to take away: a line an attempt (csv), all figures (json), a table (tex), a page. */
        get: operations["campaigns_document_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["campaigns_resume_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/evaluators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Everyone who may grade: evaluators who cannot see which agent it was. */
        get: operations["campaigns_evaluators_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/judges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The judges that can be asked here. */
        get: operations["campaigns_judges_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claims/{id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The page is open; 409 `claim_over` when the claim has ended. */
        post: operations["claims_heartbeat_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claims/{id}/infeasible": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The goal cannot be reached. */
        post: operations["claims_infeasible_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claims/{id}/phone_broken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The phone goes to maintenance; the claim stays. */
        post: operations["claims_phone_broken_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claims/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Give the task back. */
        post: operations["claims_release_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claims/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Leave it to others, with a reason. */
        post: operations["claims_skip_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["devices_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["devices_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["devices_partial_update"];
        trace?: never;
    };
    "/api/devices/{id}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The apps a person can start on it. */
        get: operations["devices_apps_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Send a file to the phone one drives: an APK is installed, anything else goes to Download. */
        post: operations["devices_files_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Take the phone; 409 `held` when somebody has it, `unavailable` when it cannot be driven. */
        post: operations["devices_lease_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/leases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who held the phone, newest first. */
        get: operations["devices_leases_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Give one's own phone back. */
        post: operations["devices_release_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/screenshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The screen in full size; 409 `secure_window` rather than a black picture. */
        get: operations["devices_screenshot_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/takeover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A lead takes the phone from its holder, with a reason. */
        post: operations["devices_takeover_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["episodes_list"];
        put?: never;
        /** @description Take a phone and begin: for a claim, or free. It is prepared once the episode's socket opens. */
        post: operations["episodes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["episodes_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["episodes_discard_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description One edit, as a new revision; 409 `stale` when somebody edited since `base_revision`. */
        post: operations["episodes_edit_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description `episode.jsonl` with its pictures, trees and film, as a zip. */
        get: operations["episodes_export_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Stop the clock. Waits a moment for the recording to be saved; `saving` tells whether it was. */
        post: operations["episodes_finish_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["episodes_redo_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Go on recording where it stopped, while the phone is still held. */
        post: operations["episodes_resume_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Accept, send back or reject, with a reason that the author sees. */
        post: operations["episodes_review_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Every revision, the newest first. */
        get: operations["episodes_revisions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Hand it in for review; 409 `saving`, `no_outcome`, `no_steps`. */
        post: operations["episodes_submit_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["episodes_undo_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description An exported zip, as a draft of one's own with the same `content_hash`. */
        post: operations["episodes_import_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gallery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Every app of the mock phone, and what may disturb whoever plays it. */
        get: operations["gallery_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gallery/apps/{package}/spec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The files that an app is made of. */
        get: operations["gallery_apps_spec_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The verbs look the row up themselves, for they lock it; a stranger's is not found. */
        get: operations["grades_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grades/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The verbs look the row up themselves, for they lock it; a stranger's is not found. */
        get: operations["grades_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Keep what is there so far; 409 `stale` when another tab has saved meanwhile. */
        patch: operations["grades_partial_update"];
        trace?: never;
    };
    "/api/grades/{id}/film": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The run as a film, its waits cut to one length: how long an agent thinks would name it. */
        get: operations["grades_film_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grades/{id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The verbs look the row up themselves, for they lock it; a stranger's is not found. */
        post: operations["grades_heartbeat_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grades/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Leave it to others. */
        post: operations["grades_release_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grades/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Hand it in; 400 `incomplete` with what is missing. */
        post: operations["grades_submit_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grades/{id}/take_back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Undo the submission; 409 `too_late`. */
        post: operations["grades_take_back_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What there is to grade for me, who holds the rest, and my own pace. */
        get: operations["grading_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grading/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The next run to grade, or the one I am at; 409 `queue_empty`. */
        post: operations["grading_claim_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guard-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What agents must ask a person about on real phones; leads change it. */
        get: operations["guard_rules_list"];
        put?: never;
        /** @description What agents must ask a person about on real phones; leads change it. */
        post: operations["guard_rules_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guard-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What agents must ask a person about on real phones; leads change it. */
        get: operations["guard_rules_retrieve"];
        put?: never;
        post?: never;
        /** @description What agents must ask a person about on real phones; leads change it. */
        delete: operations["guard_rules_destroy"];
        options?: never;
        head?: never;
        /** @description What agents must ask a person about on real phones; leads change it. */
        patch: operations["guard_rules_partial_update"];
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["me_partial_update"];
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description By session only: a leaked token must not lock its owner out. */
        post: operations["me_password_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["people_list"];
        put?: never;
        post: operations["people_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["people_partial_update"];
        trace?: never;
    };
    "/api/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What there is to do for me. */
        get: operations["queue_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queue/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Claim the next task, or the one named; 409 `queue_empty`, `already_claimed`, `unavailable`. */
        post: operations["queue_claim_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/review/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What waits for review, the longest waiting first. */
        get: operations["review_queue_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["runs_list"];
        put?: never;
        /** @description Let an agent try a task once; it begins as soon as a phone is free. */
        post: operations["runs_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["runs_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/hand_back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The agent goes on from the screen as it is now. */
        post: operations["runs_hand_back_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The agent waits before its next action. */
        post: operations["runs_pause_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Go on; allows what waits for a person's word. */
        post: operations["runs_resume_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description End it; a stopped run is not graded. */
        post: operations["runs_stop_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/take_over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Drive the phone oneself; the agent waits. */
        post: operations["runs_take_over_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Every question to the policy and its raw answer. */
        get: operations["runs_turns_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who am I, sign in, sign out. */
        get: operations["session_retrieve"];
        put?: never;
        /** @description Who am I, sign in, sign out. */
        post: operations["session_create"];
        /** @description Who am I, sign in, sign out. */
        delete: operations["session_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description My own counts, for the home page. */
        get: operations["stats_me_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suites_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suites_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Tasks with rubrics from a spreadsheet: all of them, or `bad_suite` with what is wrong by row. */
        post: operations["suites_import_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tasks_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tasks_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/{id}/rubric": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What a task's runs are graded by: the newest version. */
        get: operations["tasks_rubric_retrieve"];
        /** @description Write a new version; the same words again change nothing. 409 `frozen` with the suite. */
        put: operations["tasks_rubric_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description By session only: a token cannot make another. */
        get: operations["tokens_list"];
        put?: never;
        /** @description By session only: a token cannot make another. */
        post: operations["tokens_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["tokens_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_checkpoints_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/checkpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_checkpoints_retrieve"];
        put?: never;
        post?: never;
        /** @description Delete its files; the row and the lineage stay. 409 `guarded` with the reason. */
        delete: operations["training_checkpoints_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/checkpoints/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The model's files and its card, as a zip. */
        get: operations["training_checkpoints_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/checkpoints/{id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Make it an agent, which can then be run on phones and measured in campaigns. */
        post: operations["training_checkpoints_promote_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_datasets_list"];
        put?: never;
        /** @description Ask for a dataset; it is built from now on. 400 with `fields.query` for what is held out. */
        post: operations["training_datasets_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_datasets_retrieve"];
        put?: never;
        post?: never;
        /** @description Row and files. 409 `used` once something was made of it. */
        delete: operations["training_datasets_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Offer it no more, or again; it stays as it is. */
        post: operations["training_datasets_archive_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What is in it, in order. */
        get: operations["training_datasets_episodes_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/episodes/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One episode, step by step. */
        get: operations["training_dataset_episode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/episodes/{index}/{shot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A picture of its steps. */
        get: operations["training_dataset_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/export/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The dataset in the form of another tool, as a zip. 409 `making` while a large one is being made. */
        get: operations["training_datasets_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Build a failed one again. */
        post: operations["training_datasets_retry_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The same again, with what there is now; or with something else asked for. */
        post: operations["training_datasets_versions_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What can be asked for, with what can be chosen now. */
        get: operations["training_datasets_filters_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/datasets/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What a dataset of this query would hold now, and what would be left out. */
        post: operations["training_datasets_preview_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_jobs_list"];
        put?: never;
        /** @description Start a job. 400 with `fields` ("config.learning_rate", "dataset", …) when it could never run. */
        post: operations["training_jobs_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_jobs_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Where the configurations of two jobs differ. */
        get: operations["training_jobs_diff_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the trainer printed: from a byte on, or the last 64 kB. */
        get: operations["training_jobs_log_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/log/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_jobs_log_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The curves' points from a place on; all of them again after a resume has cut some. */
        get: operations["training_jobs_progress_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Go on with a stopped job, from its last checkpoint. */
        post: operations["training_jobs_resume_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Try a failed job again, from its last checkpoint. */
        post: operations["training_jobs_retry_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Steps of which sample episodes were kept. */
        get: operations["training_jobs_samples_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/samples/{step}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The sample episodes of one step, as the trainer wrote them; ``episode``: where it can be seen in
         *     the trace viewer too.
         */
        get: operations["training_jobs_samples_of_step"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/samples/{step}/{picture}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["training_jobs_sample_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Save a checkpoint and stop. */
        post: operations["training_jobs_stop_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What such a job would take: time, memory, disk. */
        post: operations["training_jobs_estimate_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/training/jobs/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What can be started, with presets and every field explained. */
        get: operations["training_jobs_options_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /** Format: date-time */
            readonly date_joined: string;
            readonly id: number;
            /**
             * Active
             * @description Designates whether this user should be treated as active. Unselect this instead of deleting accounts.
             */
            is_active?: boolean;
            /** Format: date-time */
            readonly last_login: string | null;
            /** @description As shown to colleagues. */
            name?: string;
            roles: components["schemas"]["RolesEnum"][];
            /** @description Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only. */
            username: string;
        };
        AccountRequest: {
            /**
             * Active
             * @description Designates whether this user should be treated as active. Unselect this instead of deleting accounts.
             */
            is_active?: boolean;
            /** @description As shown to colleagues. */
            name?: string;
            password?: string;
            roles: components["schemas"]["RolesEnum"][];
            /** @description Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only. */
            username: string;
        };
        /** @description The canonical form; points are device pixels of the step's width × height. */
        Action: {
            arguments: {
                [key: string]: unknown;
            };
            name: string;
        };
        Agent: {
            /** @description Offered no more */
            archived?: boolean;
            /** Format: date-time */
            readonly created_at: string;
            description?: string;
            dialect?: string;
            readonly id: number;
            /** @description Pixels the screenshot is scaled to; 0 as it is */
            image_width?: number;
            readonly n_runs: number;
            name: string;
            observation?: components["schemas"]["ObservationEnum"];
            policy: components["schemas"]["PolicyEnum"];
            seed?: number;
            settings?: unknown;
            /** @description Instead of the task's own */
            step_limit?: number | null;
        };
        AgentName: {
            /** @description Offered no more */
            readonly archived: boolean;
            readonly id: number;
            readonly name: string;
            readonly policy: components["schemas"]["PolicyEnum"];
        };
        AgentRequest: {
            /** @description Offered no more */
            archived?: boolean;
            description?: string;
            dialect?: string;
            /** @description Pixels the screenshot is scaled to; 0 as it is */
            image_width?: number;
            name: string;
            observation?: components["schemas"]["ObservationEnum"];
            policy: components["schemas"]["PolicyEnum"];
            seed?: number;
            settings?: unknown;
            /** @description Instead of the task's own */
            step_limit?: number | null;
        };
        /** @enum {string} */
        AnswerEnum: "y" | "n" | "u";
        App: {
            label: string;
            package: string;
        };
        ArchiveRequest: {
            /** @default true */
            archived: boolean;
        };
        AuditEntry: {
            actor: string;
            /** Format: date-time */
            readonly at: string;
            details: {
                [key: string]: unknown;
            };
            readonly id: number;
            target_id: string;
            target_name?: string;
            target_type: string;
            verb: string;
        };
        BaseRevisionRequest: {
            base_revision?: number | null;
        };
        Battery: {
            charging: boolean | null;
            level: number;
        };
        /** @enum {unknown} */
        BlankEnum: "";
        BlindStep: {
            action: components["schemas"]["Action"];
            element: components["schemas"]["Element"] | null;
            height: number;
            index: number;
            readonly screenshot: string | null;
            readonly thumbnail: string | null;
            width: number;
        };
        BlindTask: {
            apps: string[];
            category: string;
            goal: string;
            goal_zh: string;
        };
        Campaign: {
            readonly agents: components["schemas"]["AgentName"][];
            /** @description Runs a task and agent */
            readonly attempts: number;
            /** Format: date-time */
            readonly closed_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: components["schemas"]["Person"];
            readonly description: string;
            readonly device_kind: components["schemas"]["DeviceKindEnum"];
            readonly evaluators: components["schemas"]["Person"][];
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly launched_at: string | null;
            readonly name: string;
            /** @description Grades a run; 0: machines alone decide */
            readonly overlap: number;
            /** @description All of the above and more, as launched */
            readonly plan: unknown;
            readonly plan_hash: string;
            readonly progress: components["schemas"]["Progress"];
            /** @description More trials after infrastructure trouble */
            readonly retries: number;
            readonly seed: number;
            readonly state: components["schemas"]["CampaignStateEnum"];
            readonly suite: components["schemas"]["Suite"];
        };
        /** @enum {string} */
        CampaignStateEnum: "draft" | "running" | "paused" | "closed";
        /** @enum {string} */
        CategoryEnum: "app" | "mini_app" | "cross_app";
        /** @description ``distrust``: of a judge, why it may not reward; empty when it may, and of all others. */
        Checkpoint: {
            agent: components["schemas"]["Promoted"] | null;
            readonly backbone: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly dataset: components["schemas"]["NamedRow"] | null;
            /**
             * Format: date-time
             * @description When its files were deleted
             */
            deleted_at?: string | null;
            readonly distrust: string;
            /** @description What the job ended with */
            final?: boolean;
            readonly form: string;
            /** Format: uuid */
            readonly id: string;
            job: components["schemas"]["CheckpointJob"] | null;
            kind: components["schemas"]["CheckpointKindEnum"];
            metrics?: unknown;
            name: string;
            readonly parameters: number;
            parent: components["schemas"]["NamedRow"] | null;
            /** @description Over the model's files, names included */
            sha256?: string;
            /**
             * Format: int64
             * @description bytes, training state included
             */
            size?: number;
            /** @default 0 */
            step: number;
        };
        /** @description ``guard``: why it cannot be deleted; empty when it can. */
        CheckpointDetail: {
            /** @description {form, dialect, observation, backbone, …} */
            about?: unknown;
            agent: components["schemas"]["Promoted"] | null;
            readonly backbone: string;
            /** @description The model card, Markdown */
            card?: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly dataset: components["schemas"]["NamedRow"] | null;
            /**
             * Format: date-time
             * @description When its files were deleted
             */
            deleted_at?: string | null;
            readonly distrust: string;
            files: components["schemas"]["CheckpointFile"][];
            /** @description What the job ended with */
            final?: boolean;
            readonly form: string;
            readonly guard: string;
            /** Format: uuid */
            readonly id: string;
            job: components["schemas"]["CheckpointJob"] | null;
            kind: components["schemas"]["CheckpointKindEnum"];
            readonly lineage: components["schemas"]["Lineage"];
            metrics?: unknown;
            name: string;
            readonly parameters: number;
            parent: components["schemas"]["NamedRow"] | null;
            /** @description Over the model's files, names included */
            sha256?: string;
            /**
             * Format: int64
             * @description bytes, training state included
             */
            size?: number;
            /** @default 0 */
            step: number;
        };
        CheckpointFile: {
            name: string;
            sha256: string;
            size: number;
        };
        /** @description A row that is pointed at. */
        CheckpointJob: {
            /** Format: uuid */
            id: string;
            kind: string;
            name: string;
        };
        /** @enum {string} */
        CheckpointKindEnum: "sft" | "real_rl" | "mixed_rl" | "judge_sft" | "imported";
        Choice: {
            label: string;
            value: string;
        };
        Claim: {
            /** Format: uuid */
            readonly episode: string | null;
            /** Format: date-time */
            readonly expires_at: string;
            readonly heartbeat_s: number;
            /** Format: uuid */
            readonly id: string;
            readonly status: components["schemas"]["StatusEnum"];
            readonly task: components["schemas"]["Task"];
        };
        ClaimGradeRequest: {
            /** Format: uuid */
            campaign?: string | null;
        };
        ClaimRequestRequest: {
            task?: number | null;
        };
        /** @description What it took so far, attempts in vain included. */
        Cost: {
            /** Format: double */
            device_s: number;
            /** Format: double */
            gpu_s: number;
            judge_tokens: number;
            /** Format: double */
            seconds: number;
        };
        Criterion: {
            readonly id: number;
            /** @description Without it the run is a failure */
            must?: boolean;
            /** @description A harm: with it the run is a failure */
            negative?: boolean;
            readonly position: number;
            text: string;
            text_zh?: string;
        };
        CriterionAnswer: {
            answer: components["schemas"]["AnswerEnum"];
            /** @description The step that shows it */
            step?: number | null;
        };
        CriterionAnswerRequest: {
            answer: components["schemas"]["AnswerEnum"];
            /** @description The step that shows it */
            step?: number | null;
        };
        CriterionRequest: {
            /** @description Without it the run is a failure */
            must?: boolean;
            /** @description A harm: with it the run is a failure */
            negative?: boolean;
            text: string;
            text_zh?: string;
        };
        /** @description ``counts``: by what is counted, then by value. ``progress``: {done, of, what} while it is built. */
        Dataset: {
            readonly archived: boolean;
            counts?: unknown;
            /** Format: date-time */
            readonly created_at: string;
            description?: string;
            /** @description In plain words */
            error?: string;
            /** Format: date-time */
            frozen_at?: string | null;
            /** Format: uuid */
            readonly id: string;
            n_episodes?: number;
            n_steps?: number;
            name: string;
            owner: components["schemas"]["Person"];
            /** @description {done, of, what} while it is built */
            progress?: unknown;
            purpose?: components["schemas"]["DatasetPurposeEnum"];
            /** @description The content hash */
            sha256?: string;
            /**
             * Format: int64
             * @description bytes
             */
            size?: number;
            state?: components["schemas"]["DatasetStateEnum"];
            /** @default 1 */
            version: number;
        };
        DatasetAction: {
            arguments: {
                [key: string]: unknown;
            };
            name: string;
        };
        /** @description ``guard``: why it cannot be deleted. ``closed``: why it may not be learnt from any more. */
        DatasetDetail: {
            readonly archived: boolean;
            readonly card: string;
            readonly closed: string;
            counts?: unknown;
            /** Format: date-time */
            readonly created_at: string;
            /** @description Oracle rollouts beside them: {n, seed, variation, pictures} */
            demonstrations?: unknown;
            description?: string;
            /** @description In plain words */
            error?: string;
            readonly files: components["schemas"]["CheckpointFile"][];
            readonly formats: components["schemas"]["Format"][];
            /** Format: date-time */
            frozen_at?: string | null;
            readonly guard: string;
            /** Format: uuid */
            readonly id: string;
            jobs: components["schemas"]["DatasetJob"][];
            n_episodes?: number;
            n_steps?: number;
            name: string;
            owner: components["schemas"]["Person"];
            previous: components["schemas"]["NamedRow"] | null;
            /** @description {done, of, what} while it is built */
            progress?: unknown;
            purpose?: components["schemas"]["DatasetPurposeEnum"];
            /** @description What was asked for; see training.selection */
            query?: unknown;
            refused: components["schemas"]["Refused"][];
            /** @description The content hash */
            sha256?: string;
            /**
             * Format: int64
             * @description bytes
             */
            size?: number;
            state?: components["schemas"]["DatasetStateEnum"];
            /** @default 1 */
            version: number;
        };
        /** @description An episode of a dataset, in the shape of a job's samples. */
        DatasetEpisode: {
            category: string;
            ending: string;
            environment: string;
            episode: string | null;
            goal: string;
            /** Format: double */
            progress: number | null;
            /** Format: double */
            reward: number | null;
            /** Format: double */
            seconds: number;
            steps: components["schemas"]["DatasetStep"][];
            task: string;
            why: string;
        };
        /** @description A row that is pointed at. */
        DatasetJob: {
            /** Format: uuid */
            id: string;
            kind: string;
            name: string;
            state: string;
        };
        DatasetPreview: {
            counts: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            examples: components["schemas"]["Example"][];
            n_episodes: number;
            /** @description Of demonstrations still to be made, about */
            n_steps: number;
            refused: components["schemas"]["Refused"][];
            /** @description bytes, about */
            size: number;
        };
        /** @enum {string} */
        DatasetPurposeEnum: "sft" | "preferences" | "judge";
        DatasetRequestRequest: {
            demonstrations?: unknown;
            /** @default  */
            description: string;
            name: string;
            /** @default sft */
            purpose: components["schemas"]["DatasetPurposeEnum"];
            query?: unknown;
        };
        DatasetRow: {
            category: string;
            episode: string | null;
            goal: string;
            index: number;
            n_steps: number;
            /** Format: double */
            reward: number | null;
            source: string;
            task: string;
        };
        /** @enum {string} */
        DatasetStateEnum: "building" | "frozen" | "failed";
        DatasetStep: {
            actions: components["schemas"]["DatasetAction"][];
            answer: string;
            elements: components["schemas"]["SeenElement"][] | null;
            height: number;
            parsed: boolean;
            picture: string | null;
            told: string;
            width: number;
        };
        /** @description A phone in a list. Its size is in px, natural orientation. */
        Device: {
            readonly android_version: string;
            readonly battery: components["schemas"]["Battery"] | null;
            readonly density: number | null;
            readonly foreground: string;
            /** @description px, natural orientation */
            readonly height: number | null;
            readonly host: components["schemas"]["Host"];
            /** Format: uuid */
            readonly id: string;
            readonly kind: components["schemas"]["PhoneKindEnum"];
            /** Format: date-time */
            readonly last_seen_at: string | null;
            readonly lease: components["schemas"]["Lease"] | null;
            /** @description Taken out by a lead; nobody may lease it. */
            maintenance?: boolean;
            readonly manufacturer: string;
            readonly model: string;
            name: string;
            note?: string;
            /** @description quarter turns, 0 to 3 */
            readonly rotation: number;
            readonly screen_on: boolean | null;
            /** @description As adb names it on its host. */
            readonly serial: string;
            readonly state: components["schemas"]["PhoneStateEnum"];
            readonly state_reason: string;
            readonly stream_url: string;
            /** @description px, natural orientation */
            readonly width: number | null;
        };
        /** @description A phone in a list. Its size is in px, natural orientation. */
        DeviceDetail: {
            readonly android_version: string;
            readonly battery: components["schemas"]["Battery"] | null;
            readonly density: number | null;
            readonly foreground: string;
            /** @description px, natural orientation */
            readonly height: number | null;
            readonly host: components["schemas"]["Host"];
            /** Format: uuid */
            readonly id: string;
            readonly kind: components["schemas"]["PhoneKindEnum"];
            /** Format: date-time */
            readonly last_seen_at: string | null;
            readonly lease: components["schemas"]["Lease"] | null;
            /** @description Taken out by a lead; nobody may lease it. */
            maintenance?: boolean;
            readonly manufacturer: string;
            readonly model: string;
            name: string;
            note?: string;
            readonly properties: unknown;
            /** @description quarter turns, 0 to 3 */
            readonly rotation: number;
            readonly screen_on: boolean | null;
            /** @description As adb names it on its host. */
            readonly serial: string;
            readonly state: components["schemas"]["PhoneStateEnum"];
            readonly state_reason: string;
            readonly stream_url: string;
            /** @description px, natural orientation */
            readonly width: number | null;
        };
        /** @enum {string} */
        DeviceKindEnum: "any" | "mock" | "real" | "stand-in";
        /** @description ``mine`` and ``theirs``: null where that job has no such field. */
        Difference: {
            label: string;
            mine: unknown;
            name: string;
            theirs: unknown;
        };
        /** @description A run that a third person has to decide about. */
        Dispute: {
            goal: string;
            /** Format: uuid */
            run: string;
            task: string;
        };
        EditRequest: {
            base_revision: number;
            field?: components["schemas"]["FieldEnum"];
            op: components["schemas"]["OpEnum"];
            point?: number;
            reason?: string;
            /** Format: uuid */
            step: string;
            text?: string;
            x?: number;
            y?: number;
        };
        Element: {
            bounds: number[];
            desc: string;
            id: string;
            role: string;
            text: string;
        };
        /** @enum {string} */
        EndEnum: "released" | "expired" | "idle" | "taken_over";
        /** @enum {string} */
        EndingEnum: "agent_done" | "agent_gave_up" | "step_limit" | "time_limit" | "stopped" | "infrastructure";
        /** @description An episode in a list; there its goal is shortened and ``content_hash`` is empty. */
        Episode: {
            readonly answer: string;
            readonly author: components["schemas"]["Person"];
            /** Format: uuid */
            readonly claim: string | null;
            readonly content_hash: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly device: components["schemas"]["EpisodeDevice"] | null;
            /** Format: double */
            readonly duration_s: number | null;
            /** Format: date-time */
            readonly finished_at: string | null;
            readonly goal: string;
            readonly height: number;
            /** Format: uuid */
            readonly id: string;
            readonly kind: components["schemas"]["EpisodeKindEnum"];
            readonly n_steps: number;
            /** @description Author and phone as they were called then */
            readonly origin: unknown;
            readonly outcome: (components["schemas"]["OutcomeEnum"] | components["schemas"]["NullEnum"]) | null;
            /** Format: double */
            readonly paused_s: number;
            readonly permissions: components["schemas"]["EpisodePermissions"];
            /**
             * Format: date-time
             * @description It restarted in between: it no longer stood as it was left
             */
            readonly phone_restarted_at: string | null;
            readonly preparing: components["schemas"]["Preparing"] | null;
            readonly quality: (components["schemas"]["QualityEnum"] | components["schemas"]["NullEnum"]) | null;
            /** @description Why it failed or was discarded */
            readonly reason: string;
            readonly reviews: components["schemas"]["Review"][];
            readonly revision: components["schemas"]["Head"];
            readonly saving: boolean;
            /**
             * Format: date-time
             * @description The clock starts after the preparation
             */
            readonly started_at: string | null;
            /** @default preparing */
            readonly state: components["schemas"]["EpisodeStateEnum"];
            readonly stream_url: string;
            /** Format: date-time */
            readonly submitted_at: string | null;
            readonly task: components["schemas"]["Task"];
            readonly verifier: components["schemas"]["Verdict"] | null;
            readonly video: string | null;
            /**
             * Format: date-time
             * @description The time of its first picture
             */
            readonly video_started_at: string | null;
            /** @description Device pixels when the clock started */
            readonly width: number;
        };
        /** @description One episode with its steps, at the head or at the revision that the view puts in its context. */
        EpisodeDetail: {
            readonly answer: string;
            readonly author: components["schemas"]["Person"];
            /** Format: uuid */
            readonly claim: string | null;
            readonly content_hash: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly device: components["schemas"]["EpisodeDevice"] | null;
            /** Format: double */
            readonly duration_s: number | null;
            /** Format: date-time */
            readonly finished_at: string | null;
            readonly goal: string;
            readonly height: number;
            /** Format: uuid */
            readonly id: string;
            readonly kind: components["schemas"]["EpisodeKindEnum"];
            readonly n_steps: number;
            /** @description Author and phone as they were called then */
            readonly origin: unknown;
            readonly outcome: (components["schemas"]["OutcomeEnum"] | components["schemas"]["NullEnum"]) | null;
            /** Format: double */
            readonly paused_s: number;
            readonly permissions: components["schemas"]["EpisodePermissions"];
            /**
             * Format: date-time
             * @description It restarted in between: it no longer stood as it was left
             */
            readonly phone_restarted_at: string | null;
            readonly preparing: components["schemas"]["Preparing"] | null;
            readonly quality: (components["schemas"]["QualityEnum"] | components["schemas"]["NullEnum"]) | null;
            /** @description Why it failed or was discarded */
            readonly reason: string;
            readonly reviews: components["schemas"]["Review"][];
            readonly revision: components["schemas"]["Head"];
            readonly saving: boolean;
            /**
             * Format: date-time
             * @description The clock starts after the preparation
             */
            readonly started_at: string | null;
            /** @default preparing */
            readonly state: components["schemas"]["EpisodeStateEnum"];
            readonly steps: components["schemas"]["Step"][];
            readonly stream_url: string;
            /** Format: date-time */
            readonly submitted_at: string | null;
            readonly task: components["schemas"]["Task"];
            readonly verifier: components["schemas"]["Verdict"] | null;
            readonly video: string | null;
            /**
             * Format: date-time
             * @description The time of its first picture
             */
            readonly video_started_at: string | null;
            /** @description Device pixels when the clock started */
            readonly width: number;
        };
        EpisodeDevice: {
            /** Format: uuid */
            id: string;
            kind: string;
            name: string;
        };
        /** @enum {string} */
        EpisodeKindEnum: "demonstration" | "rollout" | "sample";
        EpisodePermissions: {
            discard: boolean;
            edit: boolean;
            resume: boolean;
            review: boolean;
            submit: boolean;
        };
        /** @enum {string} */
        EpisodeStateEnum: "preparing" | "recording" | "draft" | "submitted" | "sent_back" | "accepted" | "rejected" | "discarded" | "failed" | "recorded";
        /** @description ``fits``: null where nothing is known about the machine. */
        Estimate: {
            /** Format: double */
            disk_mb: number;
            fits: boolean | null;
            /** Format: double */
            memory_mb: number;
            /** Format: double */
            seconds: number;
            words: string[];
        };
        Example: {
            goal: string;
            id: string;
        };
        /** @enum {string} */
        FailureEnum: "grounding" | "wrong_parameter" | "missed_constraint" | "lost_information" | "premature_finish" | "false_claim" | "loop" | "stuck" | "wrong_app" | "harmful" | "parse_error" | "infrastructure" | "other";
        /** @description How a field of a configuration is shown. */
        Field: {
            advanced: boolean;
            choices: string[] | null;
            default: unknown;
            group: string;
            help: string;
            label: string;
            /** Format: double */
            max: number | null;
            /** Format: double */
            min: number | null;
            name: string;
            type: components["schemas"]["FieldTypeEnum"];
            unit: string;
        };
        /** @enum {string} */
        FieldEnum: "thought" | "instruction";
        /** @enum {string} */
        FieldTypeEnum: "int" | "float" | "bool" | "str" | "choice";
        FileRequest: {
            /** Format: binary */
            file: string;
        };
        Filter: {
            readonly choices: components["schemas"]["Choice"][];
            help: string;
            label: string;
            name: string;
            type: components["schemas"]["FilterTypeEnum"];
        };
        /** @description ``fields`` is a name that serializers use themselves, so it is given here. */
        Filters: {
            fields: components["schemas"]["Filter"][];
        };
        /** @enum {string} */
        FilterTypeEnum: "choices" | "date";
        FinishRequest: {
            /** @default  */
            answer: string;
            outcome: components["schemas"]["OutcomeEnum"];
        };
        Foreground: {
            activity: string;
            package: string;
        };
        Format: {
            help: string;
            label: string;
            name: string;
        };
        Gallery: {
            apps: components["schemas"]["GalleryApp"][];
            disturbances: components["schemas"]["Named"][];
            profiles: string[];
            /** @description Where a page opens phones: add `phone` and `package`. */
            stream_url: string;
        };
        GalleryApp: {
            domain: string;
            /** @description The app that a mini-app lives in; empty for the others. */
            host: string;
            /** @description A PNG as a data: address. */
            icon: string;
            label: string;
            package: string;
            rows: number;
            screens: number;
            summary: string;
            system: boolean;
            version: string;
        };
        GoldRequest: {
            answers: {
                [key: string]: "y" | "n";
            };
            /** @default  */
            explanation: string;
            /** @default hidden */
            phase: components["schemas"]["PhaseEnum"];
            /** Format: uuid */
            run: string;
        };
        /** @description What is typed; each part may be missing until the grade is submitted. */
        GradeFieldsRequest: {
            answers?: {
                [key: string]: components["schemas"]["CriterionAnswerRequest"];
            };
            confidence?: number | null;
            failure?: components["schemas"]["FailureEnum"] | components["schemas"]["BlankEnum"];
            first_wrong_step?: number | null;
            looped?: boolean;
            note?: string;
            seconds?: number;
            side_effects?: components["schemas"]["SideEffectsEnum"] | components["schemas"]["BlankEnum"];
            /** @description The version that was read */
            version: number;
        };
        /** @description One's own grade in a list. */
        GradeLine: {
            campaign: string;
            /** Format: date-time */
            readonly claimed_at: string;
            goal: string;
            /** Format: uuid */
            readonly id: string;
            /** @description While the page was in front */
            readonly seconds: number;
            state: components["schemas"]["GradeStateEnum"];
            /** Format: date-time */
            readonly submitted_at: string | null;
            readonly success: boolean | null;
            /** Format: date-time */
            readonly undo_until: string | null;
        };
        /** @description A run to grade, with what has been answered so far. */
        GradeSheet: {
            /** @description What it answered, if it did */
            agent_answer: string;
            answers: {
                [key: string]: components["schemas"]["CriterionAnswer"];
            };
            readonly campaign: string;
            /** @description 1 unsure, 2 fairly sure, 3 sure */
            readonly confidence: number | null;
            criteria: components["schemas"]["Criterion"][];
            ending: components["schemas"]["EndingEnum"];
            /** Format: date-time */
            readonly expires_at: string;
            failure: string;
            readonly film: string | null;
            readonly first_wrong_step: number | null;
            readonly heartbeat_s: number;
            /** Format: uuid */
            readonly id: string;
            readonly kind: components["schemas"]["ShownGradeKindEnum"];
            readonly looped: boolean;
            readonly note: string;
            readonly others: components["schemas"]["OtherGrade"][];
            /** @description While the page was in front */
            readonly seconds: number;
            side_effects: string;
            readonly solution: components["schemas"]["Solution"] | null;
            state: components["schemas"]["GradeStateEnum"];
            readonly steps: components["schemas"]["BlindStep"][];
            readonly success: boolean | null;
            task: components["schemas"]["BlindTask"];
            /** Format: date-time */
            readonly undo_until: string | null;
            readonly version: number;
        };
        /** @enum {string} */
        GradeStateEnum: "open" | "submitted" | "released" | "expired";
        GradingQueue: {
            done: number;
            done_today: number;
            held_by_others: number;
            /** @description For me */
            left: number;
            /** @description My own pace; nobody else sees it */
            median_s: number | null;
            oldest_frees_in_s: number | null;
            /**
             * Format: uuid
             * @description The grade I am at
             */
            open: string | null;
            /** @description Training items that come first */
            training: number;
        };
        GuardRule: {
            active?: boolean;
            readonly id: number;
            /** @description pay, send, delete … */
            name: string;
            /** @description In any language, as the screen says them */
            words: string[];
        };
        GuardRuleRequest: {
            active?: boolean;
            /** @description pay, send, delete … */
            name: string;
            /** @description In any language, as the screen says them */
            words: string[];
        };
        Head: {
            author: components["schemas"]["Person"];
            can_redo: boolean;
            can_undo: boolean;
            /** Format: date-time */
            created_at: string;
            number: number;
        };
        Holder: {
            id: number;
            name: string;
            username: string;
        };
        Host: {
            name: string;
            online: boolean;
        };
        HostRequest: {
            name: string;
            online: boolean;
        };
        ImportRequest: {
            /** Format: binary */
            file: string;
        };
        /**
         * @description ``result``: its newest checkpoint. ``success``: the last share of tasks that succeeded, where it is
         *     known. ``eta_s``: at the pace of this attempt.
         */
        Job: {
            attempts?: number;
            base: components["schemas"]["NamedRow"] | null;
            /** Format: date-time */
            readonly created_at: string;
            dataset: components["schemas"]["NamedRow"] | null;
            /** Format: date-time */
            ended_at?: string | null;
            /** @description In plain words */
            error?: string;
            /** Format: double */
            readonly eta_s: number | null;
            /**
             * Format: date-time
             * @description The trainer's own
             */
            heartbeat_at?: string | null;
            /** Format: uuid */
            readonly id: string;
            judge: components["schemas"]["NamedRow"] | null;
            /** @description Its precision is below the threshold, and somebody wants it all the same */
            judge_anyway?: boolean;
            kind: components["schemas"]["JobKindEnum"];
            machine?: string;
            name: string;
            of?: number;
            owner: components["schemas"]["Person"];
            parent: components["schemas"]["NamedRow"] | null;
            phase?: string;
            preset?: string;
            queue?: components["schemas"]["QueueEnum"];
            readonly result: components["schemas"]["NamedRow"] | null;
            /** Format: double */
            readonly seconds: number;
            /** Format: date-time */
            started_at?: string | null;
            state?: components["schemas"]["JobStateEnum"];
            step?: number;
            /** Format: double */
            readonly success: number | null;
        };
        /**
         * @description ``result``: its newest checkpoint. ``success``: the last share of tasks that succeeded, where it is
         *     known. ``eta_s``: at the pace of this attempt.
         */
        JobDetail: {
            readonly about: components["schemas"]["Field"][];
            attempts?: number;
            base: components["schemas"]["NamedRow"] | null;
            campaign: components["schemas"]["NamedRow"] | null;
            checkpoints: components["schemas"]["Checkpoint"][];
            /** @description The whole configuration, defaults included */
            config: unknown;
            readonly cost: components["schemas"]["Cost"];
            /** Format: date-time */
            readonly created_at: string;
            dataset: components["schemas"]["NamedRow"] | null;
            /** Format: date-time */
            ended_at?: string | null;
            /** @description In plain words */
            error?: string;
            /** Format: double */
            readonly eta_s: number | null;
            /**
             * Format: date-time
             * @description The trainer's own
             */
            heartbeat_at?: string | null;
            /** Format: uuid */
            readonly id: string;
            judge: components["schemas"]["NamedRow"] | null;
            /** @description Its precision is below the threshold, and somebody wants it all the same */
            judge_anyway?: boolean;
            kind: components["schemas"]["JobKindEnum"];
            /** @description The newest value of each curve */
            latest?: unknown;
            machine?: string;
            name: string;
            of?: number;
            /** @description Figures of its end */
            outcome: unknown;
            owner: components["schemas"]["Person"];
            parent: components["schemas"]["NamedRow"] | null;
            readonly permissions: components["schemas"]["JobPermissions"];
            phase?: string;
            readonly phones: components["schemas"]["JobPhone"][];
            preset?: string;
            queue?: components["schemas"]["QueueEnum"];
            readonly result: components["schemas"]["NamedRow"] | null;
            resumes: components["schemas"]["Resume"][];
            /** Format: double */
            readonly seconds: number;
            /** Format: date-time */
            started_at?: string | null;
            state?: components["schemas"]["JobStateEnum"];
            step?: number;
            /** Format: double */
            readonly success: number | null;
        };
        /** @enum {string} */
        JobKindEnum: "sft" | "real_rl" | "mixed_rl" | "judge_sft" | "evaluate";
        JobPermissions: {
            evaluate: boolean;
            resume: boolean;
            retry: boolean;
            stop: boolean;
        };
        JobPhone: {
            /** Format: uuid */
            id: string;
            kind: string;
            name: string;
            serial: string;
        };
        /** @description ``next`` is what to ask for next (opaque); ``reset``: forget the points that you have. */
        JobProgress: {
            lines: components["schemas"]["Point"][];
            next: number;
            reset: boolean;
        };
        /**
         * @description ``config`` holds what differs from the preset; ``judge``: a judge's checkpoint that rewards on real
         *     apps, below its threshold only with ``judge_anyway``; ``parent``: the job that this one is a variation
         *     of.
         */
        JobRequestRequest: {
            /** Format: uuid */
            base?: string | null;
            config?: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            dataset?: string | null;
            /** Format: uuid */
            judge?: string | null;
            /** @default false */
            judge_anyway: boolean;
            kind: components["schemas"]["JobKindEnum"];
            /** @default  */
            name: string;
            /** Format: uuid */
            parent?: string | null;
            /** @default starter */
            preset: components["schemas"]["PresetEnum"];
            /** @default  */
            queue: components["schemas"]["QueueEnum"] | components["schemas"]["BlankEnum"];
        };
        /** @enum {string} */
        JobStateEnum: "queued" | "running" | "stopping" | "stopped" | "done" | "failed";
        JudgeQueued: {
            queued: number;
        };
        JudgeRequest: {
            judge: string;
        };
        Judges: {
            judges: string[];
        };
        Kind: {
            fields: components["schemas"]["Field"][];
            help: string;
            kind: components["schemas"]["JobKindEnum"];
            label: string;
            needs: string[];
            presets: components["schemas"]["Preset"][];
            takes: string[];
        };
        Lease: {
            readonly end: components["schemas"]["EndEnum"];
            readonly end_reason: string;
            /** Format: date-time */
            readonly ended_at: string | null;
            readonly ended_by: components["schemas"]["Holder"] | null;
            /** Format: date-time */
            readonly expires_at: string;
            readonly holder: components["schemas"]["Holder"];
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly last_input_at: string;
            readonly mine: boolean;
            readonly purpose: components["schemas"]["LeasePurposeEnum"];
            /** Format: date-time */
            readonly started_at: string;
        };
        /** @enum {string} */
        LeasePurposeEnum: "manual" | "demonstration" | "rollout";
        /** @enum {string} */
        LeaseRequestPurposeEnum: "manual" | "demonstration";
        LeaseRequestRequest: {
            /** @default manual */
            purpose: components["schemas"]["LeaseRequestPurposeEnum"];
        };
        /** @description From the data to the checkpoint, and what grew from it. */
        Lineage: {
            edges: string[][];
            nodes: components["schemas"]["Node"][];
        };
        Log: {
            next: number;
            size: number;
            text: string;
        };
        Machine: {
            cpus: number;
            gpu: boolean;
            memory_mb: number;
            phones: number;
        };
        MyStats: {
            accepted: number;
            done_today: number;
            drafts: number;
            rejected: number;
            reviewed: number;
            reviewed_today: number;
            sent_back: number;
            submitted: number;
        };
        Named: {
            name: string;
            words: string;
        };
        /** @description A row that is pointed at. */
        NamedRow: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        NewAccount: {
            /** Format: date-time */
            readonly date_joined: string;
            readonly first_password: string;
            readonly id: number;
            /**
             * Active
             * @description Designates whether this user should be treated as active. Unselect this instead of deleting accounts.
             */
            is_active?: boolean;
            /** Format: date-time */
            readonly last_login: string | null;
            /** @description As shown to colleagues. */
            name?: string;
            roles: components["schemas"]["RolesEnum"][];
            /** @description Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only. */
            username: string;
        };
        /** @description A token as it is answered once, with its text. */
        NewToken: {
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly last_used_at: string | null;
            name: string;
            scopes: components["schemas"]["ScopesEnum"][];
            readonly token: string;
        };
        Node: {
            id: string;
            kind: components["schemas"]["NodeKindEnum"];
            name: string;
            note: string;
            this: boolean;
        };
        /** @enum {string} */
        NodeKindEnum: "dataset" | "job" | "checkpoint";
        /** @enum {unknown} */
        NullEnum: null;
        /** @enum {string} */
        ObservationEnum: "screenshot" | "tree" | "both";
        /** @enum {string} */
        OpEnum: "set_text" | "delete" | "merge" | "retarget";
        /** @description All that can be started, and this machine. */
        Options: {
            kinds: components["schemas"]["Kind"][];
            machines: components["schemas"]["Machine"];
        };
        /** @description Another person's grade, for who decides between them: without a name. */
        OtherGrade: {
            answers: {
                [key: string]: components["schemas"]["CriterionAnswer"];
            };
            confidence: number | null;
            failure: string;
            first_wrong_step: number | null;
            note: string;
            side_effects: string;
            success: boolean | null;
        };
        /** @enum {string} */
        OutcomeEnum: "finished" | "failed" | "infeasible";
        PaginatedAccountList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Account"][];
        };
        PaginatedAgentList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Agent"][];
        };
        PaginatedAuditEntryList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["AuditEntry"][];
        };
        PaginatedCampaignList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Campaign"][];
        };
        PaginatedCheckpointList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Checkpoint"][];
        };
        PaginatedDatasetList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Dataset"][];
        };
        PaginatedDatasetRowList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["DatasetRow"][];
        };
        PaginatedDeviceList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Device"][];
        };
        PaginatedEpisodeList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Episode"][];
        };
        PaginatedGradeLineList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["GradeLine"][];
        };
        PaginatedJobList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Job"][];
        };
        PaginatedLeaseList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Lease"][];
        };
        PaginatedRunList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Run"][];
        };
        PaginatedSuiteList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Suite"][];
        };
        PaginatedTaskList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Task"][];
        };
        PaginatedTokenList: {
            count: number;
            /** Format: uri */
            next: string | null;
            results: components["schemas"]["Token"][];
        };
        PasswordRequest: {
            current: string;
            new: string;
        };
        PatchedAccountChangesRequest: {
            /**
             * Active
             * @description Designates whether this user should be treated as active. Unselect this instead of deleting accounts.
             */
            is_active?: boolean;
            /** @description As shown to colleagues. */
            name?: string;
            password?: string;
            roles?: components["schemas"]["RolesEnum"][];
        };
        PatchedAgentRequest: {
            /** @description Offered no more */
            archived?: boolean;
            description?: string;
            dialect?: string;
            /** @description Pixels the screenshot is scaled to; 0 as it is */
            image_width?: number;
            name?: string;
            observation?: components["schemas"]["ObservationEnum"];
            policy?: components["schemas"]["PolicyEnum"];
            seed?: number;
            settings?: unknown;
            /** @description Instead of the task's own */
            step_limit?: number | null;
        };
        /** @description A phone in a list. Its size is in px, natural orientation. */
        PatchedDeviceDetailRequest: {
            /** @description Taken out by a lead; nobody may lease it. */
            maintenance?: boolean;
            name?: string;
            note?: string;
        };
        /** @description What is typed; each part may be missing until the grade is submitted. */
        PatchedGradeFieldsRequest: {
            answers?: {
                [key: string]: components["schemas"]["CriterionAnswerRequest"];
            };
            confidence?: number | null;
            failure?: components["schemas"]["FailureEnum"] | components["schemas"]["BlankEnum"];
            first_wrong_step?: number | null;
            looped?: boolean;
            note?: string;
            seconds?: number;
            side_effects?: components["schemas"]["SideEffectsEnum"] | components["schemas"]["BlankEnum"];
            /** @description The version that was read */
            version?: number;
        };
        PatchedGuardRuleRequest: {
            active?: boolean;
            /** @description pay, send, delete … */
            name?: string;
            /** @description In any language, as the screen says them */
            words?: string[];
        };
        /** @description What a campaign is planned with; with PATCH only what changes. */
        PatchedPlanRequest: {
            agents?: number[];
            attempts?: number;
            description?: string;
            device_kind?: components["schemas"]["DeviceKindEnum"];
            evaluators?: number[];
            name?: string;
            overlap?: number;
            retries?: number;
            seed?: number;
            suite?: string;
        };
        PatchedProfileRequest: {
            name?: string;
            theme?: components["schemas"]["ThemeEnum"];
            time_zone?: string;
        };
        Permissions: {
            annotate: boolean;
            drive_devices: boolean;
            free_task: boolean;
            grade: boolean;
            manage_devices: boolean;
            manage_people: boolean;
            manage_tasks: boolean;
            review: boolean;
            see_all_episodes: boolean;
            see_audit: boolean;
            take_over: boolean;
        };
        Person: {
            id: number;
            name: string;
            username: string;
        };
        /** @enum {string} */
        PhaseEnum: "training" | "hidden";
        PhoneBrokenRequest: {
            /** Format: uuid */
            device: string;
            reason: string;
        };
        /** @enum {string} */
        PhoneKindEnum: "real" | "mock" | "stand-in";
        /** @enum {string} */
        PhoneStateEnum: "online" | "offline" | "unauthorized" | "frozen" | "gone" | "maintenance";
        /** @description What a campaign is planned with; with PATCH only what changes. */
        PlanRequest: {
            agents: number[];
            attempts?: number;
            description?: string;
            device_kind?: components["schemas"]["DeviceKindEnum"];
            evaluators: number[];
            name: string;
            overlap?: number;
            retries?: number;
            seed?: number;
            suite: string;
        };
        Point: {
            /**
             * Format: double
             * @description seconds since 1970
             */
            at: number;
            of: number;
            phase: string;
            step: number;
            values: {
                [key: string]: number | null;
            };
        };
        /** @enum {string} */
        PolicyEnum: "endpoint" | "transformers" | "oracle" | "random" | "human";
        Preparing: {
            message: string;
            of: number;
            step: number;
        };
        Preset: {
            config: {
                [key: string]: unknown;
            };
            help: string;
            label: string;
            name: string;
        };
        /** @enum {string} */
        PresetEnum: "starter" | "one-gpu" | "eight-gpus";
        /** @description How far a campaign is, counted from its rows. */
        Progress: {
            /** @description Waiting for a third person */
            disputed: number;
            /** @description Attempts lost to infrastructure, all trials used */
            excluded: number;
            /** @description Ended, and to be graded */
            gradable: number;
            grades_given: number;
            grades_open: number;
            grades_wanted: number;
            queued: number;
            running: number;
            /** @description Attempts planned */
            runs: number;
            settled: number;
        };
        Promoted: {
            id: number;
            name: string;
        };
        PromoteRequest: {
            /** @default  */
            description: string;
            /** @default  */
            name: string;
        };
        /** @enum {string} */
        QualityEnum: "ok" | "good" | "excellent";
        QueryRequest: {
            demonstrations?: unknown;
            /** @default sft */
            purpose: components["schemas"]["DatasetPurposeEnum"];
            query?: unknown;
        };
        Queue: {
            /** @description Runs that wait for a person, to compare agents with */
            baseline: number;
            held_by_others: number;
            mine: components["schemas"]["Claim"] | null;
            next: number;
            oldest_frees_in_s: number | null;
            sent_back: components["schemas"]["Episode"][];
        };
        /** @enum {string} */
        QueueEnum: "training-cpu" | "training-gpu";
        ReasonRequest: {
            /** @default  */
            reason: string;
        };
        Refused: {
            n: number;
            what: string;
            why: string;
        };
        /** @description `figures` as in `evaluation.report.figures`; `plots` are SVG texts by name. */
        Report: {
            figures: {
                [key: string]: unknown;
            };
            plots: {
                [key: string]: string;
            };
        };
        Resume: {
            /** Format: date-time */
            at: string;
            step: number;
            why: string;
        };
        Review: {
            /** Format: date-time */
            readonly created_at: string;
            readonly quality: (components["schemas"]["QualityEnum"] | components["schemas"]["NullEnum"]) | null;
            readonly reason: string;
            readonly reviewer: components["schemas"]["Person"];
            readonly verdict: components["schemas"]["VerdictEnum"];
        };
        ReviewQueue: {
            next: string[];
            own: number;
            waiting: number;
        };
        ReviewRequestRequest: {
            /** @default  */
            quality: (components["schemas"]["QualityEnum"] | components["schemas"]["BlankEnum"] | components["schemas"]["NullEnum"]) | null;
            reason: string;
            verdict: components["schemas"]["VerdictEnum"];
        };
        Revision: {
            author: components["schemas"]["Person"];
            /** Format: date-time */
            created_at: string;
            is_head: boolean;
            n_steps: number;
            number: number;
            op: string;
            reason: string;
            target: string;
        };
        /** @enum {string} */
        RolesEnum: "annotator" | "reviewer" | "evaluator" | "lead" | "researcher" | "admin";
        Rubric: {
            /** Format: date-time */
            readonly created_at: string;
            criteria: components["schemas"]["Criterion"][];
            readonly version: number;
        };
        RubricRequest: {
            criteria: components["schemas"]["CriterionRequest"][];
        };
        Rule: {
            detail: string;
            ok: boolean;
            rule: string;
        };
        RulingRequest: {
            reason: string;
            /** Format: uuid */
            run: string;
        };
        /** @description ``claimed``: what the agent says of itself; ``succeeded``: the verifier's word, null without one. */
        Run: {
            agent: components["schemas"]["RunAgent"];
            answer?: string;
            /**
             * @description 1 to the campaign's attempts
             * @default 1
             */
            attempt: number;
            /** Format: uuid */
            campaign?: string | null;
            /** @description Whether the agent says that it succeeded */
            claimed?: boolean | null;
            /** Format: date-time */
            readonly created_at: string;
            device: components["schemas"]["RunDevice"] | null;
            /** Format: date-time */
            ended_at?: string | null;
            ending?: components["schemas"]["EndingEnum"] | components["schemas"]["BlankEnum"];
            /** Format: uuid */
            episode?: string | null;
            held_by: components["schemas"]["Person"] | null;
            /** Format: uuid */
            readonly id: string;
            readonly loops: number;
            n_steps: number;
            /** @description {action, element, reason}: waits for a person's word */
            pending?: unknown;
            /** @description Of the ending, in words */
            reason?: string;
            seed?: number;
            /** Format: date-time */
            started_at?: string | null;
            /** @default queued */
            state: components["schemas"]["RunStateEnum"];
            readonly step_limit: number;
            readonly succeeded: boolean | null;
            task: components["schemas"]["RunTask"];
            /**
             * @description Above 1: again after infrastructure trouble
             * @default 1
             */
            trial: number;
        };
        RunAgent: {
            readonly id: number;
            name: string;
            policy: components["schemas"]["PolicyEnum"];
        };
        RunChoiceRequest: {
            /** Format: uuid */
            run: string;
        };
        /** @description ``claimed``: what the agent says of itself; ``succeeded``: the verifier's word, null without one. */
        RunDetail: {
            agent: components["schemas"]["RunAgent"];
            answer?: string;
            /**
             * @description 1 to the campaign's attempts
             * @default 1
             */
            attempt: number;
            /** Format: uuid */
            campaign?: string | null;
            /** @description Whether the agent says that it succeeded */
            claimed?: boolean | null;
            /** Format: date-time */
            readonly created_at: string;
            device: components["schemas"]["RunDevice"] | null;
            /** Format: date-time */
            ended_at?: string | null;
            ending?: components["schemas"]["EndingEnum"] | components["schemas"]["BlankEnum"];
            /** Format: uuid */
            episode?: string | null;
            /** @description [{step, kind}], as a loop of three */
            flags?: unknown;
            held_by: components["schemas"]["Person"] | null;
            /** Format: uuid */
            readonly id: string;
            readonly loops: number;
            n_steps: number;
            /** @description {action, element, reason}: waits for a person's word */
            pending?: unknown;
            /** @description Of the ending, in words */
            reason?: string;
            seed?: number;
            /** Format: date-time */
            started_at?: string | null;
            /** @default queued */
            state: components["schemas"]["RunStateEnum"];
            readonly step_limit: number;
            readonly stream_url: string | null;
            readonly succeeded: boolean | null;
            task: components["schemas"]["RunTask"];
            /**
             * @description Above 1: again after infrastructure trouble
             * @default 1
             */
            trial: number;
        };
        RunDevice: {
            /** Format: uuid */
            id: string;
            kind: string;
            name: string;
        };
        RunRequestRequest: {
            agent: number;
            seed?: number | null;
            task: string;
        };
        /** @enum {string} */
        RunStateEnum: "queued" | "running" | "paused" | "taken_over" | "ended";
        RunTask: {
            category?: components["schemas"]["CategoryEnum"];
            goal: string;
            readonly id: number;
            key: string;
            step_limit?: number;
            suite?: string | null;
            time_limit_s?: number;
        };
        SampleSteps: {
            steps: number[];
        };
        /** @enum {string} */
        ScopesEnum: "read" | "devices" | "annotate" | "review" | "grade" | "admin";
        SeenElement: {
            bounds: number[];
            desc: string;
            role: string;
            text: string;
        };
        SentFile: {
            installed: boolean;
            message: string;
            name: string;
            path: string;
        };
        Session: {
            csrf_token: string;
            user: components["schemas"]["User"] | null;
        };
        /** @enum {string} */
        ShownGradeKindEnum: "grade" | "training" | "adjudication";
        /** @enum {string} */
        SideEffectsEnum: "none" | "reversible" | "harmful";
        SignInRequest: {
            password: string;
            username: string;
        };
        Solution: {
            answers: {
                [key: string]: string;
            };
            explanation: string;
            success: boolean;
        };
        SpecFile: {
            name: string;
            text: string;
        };
        /** @description Either ``claim``, or ``free: true``, or ``baseline: true``: the next run that waits for a person. */
        StartRequest: {
            /** @default false */
            baseline: boolean;
            /** Format: uuid */
            claim?: string | null;
            /** Format: uuid */
            device: string;
            /** @default false */
            free: boolean;
        };
        /** @enum {string} */
        StatusEnum: "active" | "completed" | "released" | "expired" | "skipped" | "infeasible";
        /** @description One row of a trace (``traces.Row``). */
        Step: {
            readonly action: components["schemas"]["Action"];
            /** Format: date-time */
            at: string;
            duration_ms: number;
            edited: boolean;
            readonly element: components["schemas"]["Element"] | null;
            flag: string;
            readonly foreground: components["schemas"]["Foreground"] | null;
            height: number;
            /** Format: uuid */
            id: string;
            index: number;
            instruction: string;
            readonly screenshot: string | null;
            secret: boolean;
            seq: number;
            thought: string;
            readonly thumbnail: string | null;
            readonly tree: string | null;
            tree_stale: boolean;
            width: number;
        };
        StopRequest: {
            /** @default  */
            reason: string;
        };
        SubmitRequest: {
            /** @default  */
            description: string;
        };
        Suite: {
            readonly description: string;
            /** Format: date-time */
            readonly frozen_at: string | null;
            /** @description SHA-256 of its tasks and rubrics when it was frozen */
            readonly hash: string;
            /** @description For measuring alone: never in a training set, nor its rubrics */
            readonly held_out: boolean;
            /** @description Tasks that have one */
            readonly n_rubrics: number;
            readonly n_tasks: number;
            readonly name: string;
            readonly title: string;
        };
        SuiteFileRequest: {
            /**
             * Format: binary
             * @description CSV or YAML, one task a row; see evaluation/suite_files.py
             */
            file: string;
            /** @default false */
            freeze: boolean;
            /** @default  */
            name: string;
        };
        TakeOverRequest: {
            reason: string;
        };
        /** @description A task; counts and ``mine`` are there when its queryset has them (``with_counts``, ``with_mine``). */
        Task: {
            readonly apps: string[];
            /** @description A place is left, for the person who asks for tasks. */
            readonly available: boolean;
            category: components["schemas"]["CategoryEnum"];
            device_kind: components["schemas"]["DeviceKindEnum"];
            /** @description 1 easy to 5 hard */
            readonly difficulty: number;
            readonly done: number;
            readonly goal: string;
            readonly goal_zh: string;
            readonly held: number;
            readonly hints: string;
            readonly id: number;
            readonly infeasible_reports: number;
            readonly key: string;
            readonly step_limit: number;
            readonly suite: string | null;
            readonly time_limit_s: number;
            /** @description Demonstrations wanted, by different people */
            readonly wanted: number;
            /** @description Why it is not available, in words; or empty */
            readonly why_not: string;
        };
        /** @enum {string} */
        ThemeEnum: "system" | "light" | "dark";
        Token: {
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly last_used_at: string | null;
            name: string;
            scopes: components["schemas"]["ScopesEnum"][];
        };
        TokenRequest: {
            /** Format: date-time */
            expires_at?: string;
            name: string;
            scopes: components["schemas"]["ScopesEnum"][];
        };
        /** @description One question and its raw answer. ``step``: what came of it, null when it could not be read. */
        Turn: {
            /** @description As understood, in the canonical form */
            action?: unknown;
            /** Format: date-time */
            readonly at: string;
            /** @description {sampling, image size, adapter version, tokens, …} */
            details?: unknown;
            /** @description Why it could not be read */
            error?: string;
            latency_ms?: number;
            prompt?: string | null;
            /** @description The answer as it came */
            raw?: string;
            screen: components["schemas"]["TurnScreen"] | null;
            seq: number;
            /** Format: uuid */
            step?: string | null;
            thought?: string;
            tokens_in?: number;
            tokens_out?: number;
        };
        /** @description What an action was aimed at: the screen's size in device px, and the element there. */
        TurnScreen: {
            element: components["schemas"]["Element"] | null;
            height: number;
            width: number;
        };
        /** @description Oneself, with what one may do. */
        User: {
            readonly id: number;
            /** @description As shown to colleagues. */
            readonly name: string;
            readonly permissions: components["schemas"]["Permissions"];
            roles: components["schemas"]["RolesEnum"][];
            readonly theme: components["schemas"]["ThemeEnum"];
            readonly time_zone: string;
            /** @description Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only. */
            readonly username: string;
        };
        Verdict: {
            /** Format: double */
            progress: number;
            rules: components["schemas"]["Rule"][];
            side_effects: unknown[];
            success: boolean;
        };
        /** @enum {string} */
        VerdictEnum: "accept" | "send_back" | "reject";
        /** @description What is not given stays as it was. */
        VersionRequest: {
            demonstrations?: unknown;
            description?: string;
            query?: unknown;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    agents_list: {
        parameters: {
            query?: {
                archived?: boolean;
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                policy?: "endpoint" | "human" | "oracle" | "random" | "transformers";
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAgentList"];
                };
            };
        };
    };
    agents_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequest"];
                "multipart/form-data": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    agents_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique integer value identifying this agent. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    agents_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique integer value identifying this agent. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedAgentRequest"];
                "multipart/form-data": components["schemas"]["PatchedAgentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    audit_list: {
        parameters: {
            query?: {
                actor?: string;
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                since?: string;
                target?: string;
                until?: string;
                verb?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAuditEntryList"];
                };
            };
        };
    };
    blobs_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    campaigns_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCampaignList"];
                };
            };
        };
    };
    campaigns_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRequest"];
                "multipart/form-data": components["schemas"]["PlanRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedPlanRequest"];
                "multipart/form-data": components["schemas"]["PatchedPlanRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_adjudicate_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunChoiceRequest"];
                "multipart/form-data": components["schemas"]["RunChoiceRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    campaigns_close_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_disputes_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"][];
                };
            };
        };
    };
    campaigns_gold_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoldRequest"];
                "multipart/form-data": components["schemas"]["GoldRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_infrastructure_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RulingRequest"];
                "multipart/form-data": components["schemas"]["RulingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_judge_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JudgeRequest"];
                "multipart/form-data": components["schemas"]["JudgeRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeQueued"];
                };
            };
        };
    };
    campaigns_launch_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_pause_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_report_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    campaigns_document_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    campaigns_resume_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    campaigns_evaluators_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"][];
                };
            };
        };
    };
    campaigns_judges_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Judges"];
                };
            };
        };
    };
    claims_heartbeat_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this task claim. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    claims_infeasible_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this task claim. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
                "multipart/form-data": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    claims_phone_broken_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this task claim. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneBrokenRequest"];
                "multipart/form-data": components["schemas"]["PhoneBrokenRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    claims_release_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this task claim. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
                "multipart/form-data": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    claims_skip_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this task claim. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
                "multipart/form-data": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    devices_list: {
        parameters: {
            query?: {
                host__name?: string;
                kind?: "mock" | "real" | "stand-in";
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                state?: "frozen" | "gone" | "offline" | "online" | "unauthorized";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDeviceList"];
                };
            };
        };
    };
    devices_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDetail"];
                };
            };
        };
    };
    devices_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedDeviceDetailRequest"];
                "multipart/form-data": components["schemas"]["PatchedDeviceDetailRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDetail"];
                };
            };
        };
    };
    devices_apps_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"][];
                };
            };
        };
    };
    devices_files_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentFile"];
                };
            };
        };
    };
    devices_lease_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LeaseRequestRequest"];
                "multipart/form-data": components["schemas"]["LeaseRequestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lease"];
                };
            };
        };
    };
    devices_leases_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedLeaseList"];
                };
            };
        };
    };
    devices_release_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lease"];
                };
            };
        };
    };
    devices_screenshot_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    devices_takeover_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeOverRequest"];
                "multipart/form-data": components["schemas"]["TakeOverRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lease"];
                };
            };
        };
    };
    episodes_list: {
        parameters: {
            query?: {
                author?: string;
                device?: string;
                kind?: "demonstration" | "rollout" | "sample";
                mine?: boolean;
                /** @description Ordering */
                ordering?: ("-created_at" | "-duration_s" | "-finished_at" | "-n_steps" | "-started_at" | "-state" | "-submitted_at" | "created_at" | "duration_s" | "finished_at" | "n_steps" | "started_at" | "state" | "submitted_at")[];
                outcome?: "failed" | "finished" | "infeasible";
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                quality?: "excellent" | "good" | "ok";
                search?: string;
                /** @description One, or several with commas or repeated */
                state?: string;
                task?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEpisodeList"];
                };
            };
        };
    };
    episodes_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRequest"];
                "multipart/form-data": components["schemas"]["StartRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_retrieve: {
        parameters: {
            query?: {
                /** @description As it was then; 0 is as recorded. */
                revision?: number;
            };
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_discard_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
                "multipart/form-data": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_edit_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditRequest"];
                "multipart/form-data": components["schemas"]["EditRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_export_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    episodes_finish_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishRequest"];
                "multipart/form-data": components["schemas"]["FinishRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_redo_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BaseRevisionRequest"];
                "multipart/form-data": components["schemas"]["BaseRevisionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_resume_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_review_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewRequestRequest"];
                "multipart/form-data": components["schemas"]["ReviewRequestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_revisions_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"][];
                };
            };
        };
    };
    episodes_submit_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubmitRequest"];
                "multipart/form-data": components["schemas"]["SubmitRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_undo_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this episode. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BaseRevisionRequest"];
                "multipart/form-data": components["schemas"]["BaseRevisionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    episodes_import_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetail"];
                };
            };
        };
    };
    gallery_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gallery"];
                };
            };
        };
    };
    gallery_apps_spec_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                package: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpecFile"][];
                };
            };
        };
    };
    grades_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedGradeLineList"];
                };
            };
        };
    };
    grades_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    grades_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedGradeFieldsRequest"];
                "multipart/form-data": components["schemas"]["PatchedGradeFieldsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    grades_film_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
        };
    };
    grades_heartbeat_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    grades_release_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    grades_submit_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GradeFieldsRequest"];
                "multipart/form-data": components["schemas"]["GradeFieldsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    grades_take_back_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    grading_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradingQueue"];
                };
            };
        };
    };
    grading_claim_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimGradeRequest"];
                "multipart/form-data": components["schemas"]["ClaimGradeRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradeSheet"];
                };
            };
        };
    };
    guard_rules_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardRule"][];
                };
            };
        };
    };
    guard_rules_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardRuleRequest"];
                "multipart/form-data": components["schemas"]["GuardRuleRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardRule"];
                };
            };
        };
    };
    guard_rules_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique integer value identifying this guard rule. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardRule"];
                };
            };
        };
    };
    guard_rules_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique integer value identifying this guard rule. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    guard_rules_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique integer value identifying this guard rule. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedGuardRuleRequest"];
                "multipart/form-data": components["schemas"]["PatchedGuardRuleRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardRule"];
                };
            };
        };
    };
    me_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedProfileRequest"];
                "multipart/form-data": components["schemas"]["PatchedProfileRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    me_password_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
                "multipart/form-data": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    people_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAccountList"];
                };
            };
        };
    };
    people_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
                "multipart/form-data": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewAccount"];
                };
            };
        };
    };
    people_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedAccountChangesRequest"];
                "multipart/form-data": components["schemas"]["PatchedAccountChangesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    queue_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    queue_claim_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimRequestRequest"];
                "multipart/form-data": components["schemas"]["ClaimRequestRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    review_queue_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewQueue"];
                };
            };
        };
    };
    runs_list: {
        parameters: {
            query?: {
                agent?: number;
                campaign?: string;
                device?: string;
                ending?: ("agent_done" | "agent_gave_up" | "infrastructure" | "step_limit" | "stopped" | "time_limit")[];
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                search?: string;
                state?: ("ended" | "paused" | "queued" | "running" | "taken_over")[];
                task?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedRunList"];
                };
            };
        };
    };
    runs_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRequestRequest"];
                "multipart/form-data": components["schemas"]["RunRequestRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_hand_back_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_pause_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_resume_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_stop_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopRequest"];
                "multipart/form-data": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_take_over_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    runs_turns_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID string identifying this run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Turn"][];
                };
            };
        };
    };
    session_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    session_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
                "multipart/form-data": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    session_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    stats_me_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyStats"];
                };
            };
        };
    };
    suites_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSuiteList"];
                };
            };
        };
    };
    suites_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique value identifying this suite. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suite"];
                };
            };
        };
    };
    suites_import_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SuiteFileRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suite"];
                };
            };
        };
    };
    tasks_list: {
        parameters: {
            query?: {
                available?: boolean;
                category?: "app" | "cross_app" | "mini_app";
                device_kind?: "any" | "mock" | "real" | "stand-in";
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                search?: string;
                suite?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTaskList"];
                };
            };
        };
    };
    tasks_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A unique integer value identifying this task. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    tasks_rubric_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rubric"];
                };
            };
        };
    };
    tasks_rubric_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RubricRequest"];
                "multipart/form-data": components["schemas"]["RubricRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rubric"];
                };
            };
        };
    };
    tokens_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTokenList"];
                };
            };
        };
    };
    tokens_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
                "multipart/form-data": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
        };
    };
    tokens_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    training_checkpoints_list: {
        parameters: {
            query?: {
                final?: boolean;
                job?: string;
                kind?: ("imported" | "judge_sft" | "mixed_rl" | "real_rl" | "sft")[];
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCheckpointList"];
                };
            };
        };
    };
    training_checkpoints_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointDetail"];
                };
            };
        };
    };
    training_checkpoints_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    training_checkpoints_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    training_checkpoints_promote_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PromoteRequest"];
                "multipart/form-data": components["schemas"]["PromoteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointDetail"];
                };
            };
        };
    };
    training_datasets_list: {
        parameters: {
            query?: {
                archived?: boolean;
                name?: string;
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                purpose?: ("judge" | "preferences" | "sft")[];
                search?: string;
                state?: ("building" | "failed" | "frozen")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDatasetList"];
                };
            };
        };
    };
    training_datasets_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatasetRequestRequest"];
                "multipart/form-data": components["schemas"]["DatasetRequestRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetDetail"];
                };
            };
        };
    };
    training_datasets_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetDetail"];
                };
            };
        };
    };
    training_datasets_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    training_datasets_archive_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ArchiveRequest"];
                "multipart/form-data": components["schemas"]["ArchiveRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetDetail"];
                };
            };
        };
    };
    training_datasets_episodes_list: {
        parameters: {
            query?: {
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDatasetRowList"];
                };
            };
        };
    };
    training_dataset_episode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                index: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetEpisode"];
                };
            };
        };
    };
    training_dataset_picture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                index: string;
                shot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    training_datasets_export: {
        parameters: {
            query?: {
                /** @description How actions are said; PhoneBuddy's JSON if not told. */
                dialect?: string;
                /** @description px of pictures in chat rows; 0: as they are. */
                image_width?: number;
                observation?: "both" | "screenshot" | "tree";
            };
            header?: never;
            path: {
                id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    training_datasets_retry_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetDetail"];
                };
            };
        };
    };
    training_datasets_versions_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VersionRequest"];
                "multipart/form-data": components["schemas"]["VersionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetDetail"];
                };
            };
        };
    };
    training_datasets_filters_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Filters"];
                };
            };
        };
    };
    training_datasets_preview_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QueryRequest"];
                "multipart/form-data": components["schemas"]["QueryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetPreview"];
                };
            };
        };
    };
    training_jobs_list: {
        parameters: {
            query?: {
                base?: string;
                dataset?: string;
                kind?: ("evaluate" | "judge_sft" | "mixed_rl" | "real_rl" | "sft")[];
                /** @description A page number within the paginated result set. */
                page?: number;
                /** @description Number of results to return per page. */
                page_size?: number;
                search?: string;
                state?: ("done" | "failed" | "queued" | "running" | "stopped" | "stopping")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedJobList"];
                };
            };
        };
    };
    training_jobs_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequestRequest"];
                "multipart/form-data": components["schemas"]["JobRequestRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
        };
    };
    training_jobs_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
        };
    };
    training_jobs_diff_list: {
        parameters: {
            query: {
                /** @description The other job's id. */
                with: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Difference"][];
                };
            };
        };
    };
    training_jobs_log_retrieve: {
        parameters: {
            query?: {
                /** @description What the last answer called `next`. */
                after?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Log"];
                };
            };
        };
    };
    training_jobs_log_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    training_jobs_progress_retrieve: {
        parameters: {
            query?: {
                /** @description What the last answer called `next`. */
                after?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobProgress"];
                };
            };
        };
    };
    training_jobs_resume_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
        };
    };
    training_jobs_retry_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
        };
    };
    training_jobs_samples_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleSteps"];
                };
            };
        };
    };
    training_jobs_samples_of_step: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    }[];
                };
            };
        };
    };
    training_jobs_sample_picture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                picture: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
        };
    };
    training_jobs_stop_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
        };
    };
    training_jobs_estimate_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequestRequest"];
                "multipart/form-data": components["schemas"]["JobRequestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Estimate"];
                };
            };
        };
    };
    training_jobs_options_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Options"];
                };
            };
        };
    };
}
