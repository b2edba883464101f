"use strict";

const element = (id) => document.getElementById(id);
const whole = (n) => Math.round(n).toLocaleString("en");

// duration writes seconds in the two units that say most.
function duration(seconds) {
	if (!Number.isFinite(seconds)) return "?";
	const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
	const parts = [];
	for (const [name, size] of units) {
		const n = Math.floor(seconds / size);
		seconds -= n * size;
		if (n > 0 || parts.length > 0) parts.push(n + " " + name);
	}
	return parts.slice(0, 2).join(" ") || "0 s";
}

function numbers(status) {
	const p = status.Progress, present = (status.Workers || []).filter((w) => !w.Gone);
	const rows = [];
	if (p.All > 0) rows.push([p.Unit, whole(p.Done) + " of " + whole(p.All)]);
	const elapsed = (Date.now() - Date.parse(status.Began)) / 1000;
	rows.push(["results", whole(status.Taken)], ["a minute", status.Rate.toFixed(1)], ["running for", duration(elapsed)]);
	if (p.All > p.Done && begun !== null && p.Done > begun.done && !status.End) {
		const each = (Date.now() - begun.at) / 1000 / (p.Done - begun.done);
		rows.push(["time left, about", duration(each * (p.All - p.Done))]);
	}
	rows.push(["workers", String(present.length)], ["slots busy", present.reduce((n, w) => n + w.Working, 0) + " of " + present.reduce((n, w) => n + w.Slots, 0)],
		["tasks assigned", whole(status.Queued)], ["assigned again", whole(status.Again)], ["results refused", whole(status.Refused)], ["conflicts", whole(status.Conflicts)]);
	element("numbers").replaceChildren(...rows.map(([name, value]) => {
		const row = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
		dt.textContent = name;
		dd.textContent = value;
		row.append(dt, dd);
		return row;
	}));
	element("bar").value = p.All > 0 ? p.Done / p.All : 0;
}

function workers(list) {
	element("workers").replaceChildren(...list.map((w) => {
		const row = document.createElement("tr");
		row.classList.toggle("gone", w.Gone);
		row.classList.toggle("flagged", w.Flag !== "");
		const remarks = w.About ? [w.About] : [];
		if (w.Flag) remarks.push("it " + w.Flag);
		if (w.Out) remarks.push("gets no more tasks");
		if (w.Purged) remarks.push(whole(w.Purged) + " ledger entries discarded");
		if (w.Gone) remarks.push(w.Left ? "has left" : "is silent");
		for (const text of [w.Worker, w.Working + " of " + w.Slots, whole(w.Taken), w.Rate.toFixed(1), whole(w.Failed), whole(w.Faults),
			duration(w.Silent) + " ago", remarks.join("; ")]) {
			const cell = document.createElement("td");
			cell.textContent = text;
			row.append(cell);
		}
		return row;
	}));
}

function end(text, bad) {
	element("end").hidden = text === "";
	element("end").textContent = text;
	element("end").classList.toggle("bad", bad);
}

let begun = null; // when this page was opened, and how far the job was

function show(status) {
	if (begun === null) begun = { at: Date.now(), done: status.Progress.Done };
	element("job").textContent = status.Kind + " " + status.Job;
	document.title = (status.Progress.All > 0 ? Math.floor(100 * status.Progress.Done / status.Progress.All) + " % · " : "") + "heterodox " + status.Kind;
	numbers(status);
	element("text").hidden = status.Progress.Text === "";
	element("text").textContent = status.Progress.Text;
	workers(status.Workers || []);
	element("log").textContent = (status.Log || []).join("\n") || "nothing";
	end(status.End, status.End !== "" && status.End !== "all is done");
	return status.End !== "";
}

async function look() {
	let over = false;
	try {
		over = show(await (await fetch("status")).json());
	} catch {
		end("The coordinator does not answer. Below is its last status.", true);
	}
	if (!over) setTimeout(look, 1000);
}

look();
